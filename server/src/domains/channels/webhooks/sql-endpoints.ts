import { sql } from 'kysely';
import type { EventType } from '../../../events/index.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor, Row, Tx } from '../../../platform/database/index.ts';
import { destinationOf } from './model.ts';
import type { Owner } from './sql.ts';
import { deleteHealthOf, deleteOutagesOf, failingSince } from './sql-health.ts';

export interface EndpointRow
  extends Row<
    'webhook_endpoints',
    'id' | 'url' | 'events' | 'description' | 'is_active' | 'is_single' | 'created_at' | 'updated_at'
  > {
  events: EventType[] | null;
  /** When it answered 410 Gone. */
  stopped_at: Date | null;
  /** Since when its URL fails; null while it works. */
  failing_since: Date | null;
}

const shownColumns = sql`e.id, e.url, e.events, e.description, e.is_active, e.is_single, e.created_at, e.updated_at,
  (select stopped_at from webhook_stops s
    where s.account_id = e.account_id and s.world = e.world and s.url_key = e.url_key) as stopped_at,
  ${failingSince} as failing_since`;

/** Locks the endpoints of this account and mode against additions. */
export async function lockEndpoints(tx: Tx, owner: Owner): Promise<void> {
  const name = `webhook endpoints ${owner.accountId} ${owner.world}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

export async function insertEndpoint(
  executor: Executor,
  owner: Owner,
  row: Pick<EndpointRow, 'id' | 'url' | 'events' | 'description' | 'is_single'>,
  now: Date,
): Promise<void> {
  const { origin, receiver } = destinationOf(row.url);
  await sql`
    insert into webhook_endpoints (id, account_id, world, url, origin, receiver, events, description, is_single,
      created_at, updated_at)
    values (${row.id}, ${owner.accountId}, ${owner.world}, ${row.url}, ${origin}, ${receiver}, ${row.events}::text[],
      ${row.description}, ${row.is_single}, ${now}, ${now})`.execute(executor);
}

/** Oldest first. */
export async function listEndpoints(executor: Executor, owner: Owner): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    select ${shownColumns} from webhook_endpoints e where account_id = ${owner.accountId} and world = ${owner.world}
    order by created_at, id`.execute(executor);
  return rows;
}

export async function findEndpoint(executor: Executor, owner: Owner, id: string): Promise<EndpointRow | null> {
  return (await listEndpoints(executor, owner)).find((row) => row.id === id.toLowerCase()) ?? null;
}

export async function findSingleEndpoint(executor: Executor, owner: Owner): Promise<EndpointRow | null> {
  return (await listEndpoints(executor, owner)).find((row) => row.is_single) ?? null;
}

/** Endpoints that subscribe to this type. Locked against deletion until the transaction ends. */
export async function listSubscribed(
  executor: Executor,
  owner: Owner,
  type: EventType,
): Promise<Pick<EndpointRow, 'id' | 'url'>[]> {
  const { rows } = await sql<Pick<EndpointRow, 'id' | 'url'>>`
    select id, url from webhook_endpoints
    where account_id = ${owner.accountId} and world = ${owner.world} and is_active
      and (events is null or ${type} = any (events))
    order by created_at, id for share`.execute(executor);
  return rows;
}

/** Pending deliveries go to the new URL. */
export async function updateEndpoint(
  executor: Executor,
  id: string,
  row: Pick<EndpointRow, 'url' | 'events' | 'description' | 'is_active'>,
  now: Date,
): Promise<void> {
  const { origin, receiver } = destinationOf(row.url);
  await deleteOutagesOf(executor, id, row.url);
  await sql`
    with changed as (
      update webhook_endpoints set url = ${row.url}, origin = ${origin}, receiver = ${receiver},
        events = ${row.events}::text[], description = ${row.description}, is_active = ${row.is_active},
        updated_at = ${now}
      where id = ${id} returning id
    )
    update webhook_deliveries d set url = ${row.url}, origin = ${origin}, receiver = ${receiver} from changed
    where d.endpoint_id = changed.id and d.status = 'pending' and d.url <> ${row.url}`.execute(executor);
}

/** Stops its deliveries; the log stays. */
export async function deleteEndpoint(tx: Tx, id: string, now: Date): Promise<void> {
  await deleteOutagesOf(tx, id);
  await sql`delete from webhook_endpoints where id = ${id}`.execute(tx);
  await sql`delete from webhook_secrets where endpoint_id = ${id}`.execute(tx);
  await deleteHealthOf(tx, id);
  await sql`
    update webhook_deliveries set status = 'stopped', ended_at = ${now}, claim = null,
      error = 'The endpoint was deleted.'
    where endpoint_id = ${id} and status = 'pending'`.execute(tx);
}

/** The target account keeps its own single endpoint. */
export async function moveEndpoints(executor: Executor, from: string, to: string, world: World): Promise<void> {
  await sql`
    update webhook_endpoints e set account_id = ${to}, is_single = e.is_single and not exists (
      select from webhook_endpoints own where own.account_id = ${to} and own.world = e.world and own.is_single)
    where e.account_id = ${from} and e.world = ${world}`.execute(executor);
}
