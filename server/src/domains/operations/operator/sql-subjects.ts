import { type RawBuilder, sql } from 'kysely';
import { keysOf } from '../../../kit/known-keys.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor, Row } from '../../../platform/database/index.ts';
import type { JobName, JobPayloads } from '../../../platform/queue/index.ts';
import { trackingKey } from '../../delivery/tracking/index.ts';
import { isMoveOf } from '../../money/wallet/index.ts';

type SessionRow = Row<'people_sessions', 'id' | 'created_at' | 'expires_at' | 'ip_address' | 'user_agent'> &
  Row<'people', 'email'>;

export async function listSessionsOf(executor: Executor, accountId: string, now: Date): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select s.id, p.email, s.created_at, s.expires_at, s.ip_address, s.user_agent
    from person_sessions s
      join person_profiles p on p.id = s.person_id
      join account_roles m on m.person_id = s.person_id
    where m.account_id = ${accountId} and s.expires_at > ${now} order by s.created_at desc limit 100`.execute(executor);
  return rows;
}

type MemberRow = Row<'people', 'id' | 'email' | 'name'> & Row<'account_members', 'role' | 'created_at'>;

/** The people of an account, owners first, by the time they joined. */
export async function listMembersOf(executor: Executor, accountId: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select p.id, p.email, p.name, m.role, m.created_at from account_roles m join person_profiles p on p.id = m.person_id
    where m.account_id = ${accountId} order by m.role <> 'owner', m.created_at, p.id`.execute(executor);
  return rows;
}

/** The account that a session acts for. */
export async function findSessionOwner(executor: Executor, id: string): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`
    select m.account_id from person_sessions s join account_roles m on m.person_id = s.person_id
    where s.id = ${id} order by m.account_id <> coalesce(s.account_id, s.person_id), m.created_at limit 1`.execute(
    executor,
  );
  return rows[0]?.account_id ?? null;
}

/** An entry of the ledger of US dollars, or of another currency, in its minor unit. */
export interface MoveRow extends Row<'ledger_transfers'> {
  currency?: string;
}

export async function listLatestMoves(
  executor: Executor,
  accountId: string,
  world: World,
  limit: number,
): Promise<MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    select * from ledger_entries
    where ${isMoveOf(accountId, world)} order by id desc limit ${limit}`.execute(executor);
  return rows;
}

/** SQL: the ledger of a currency. */
export const ledgerOf = (currency: string): RawBuilder<unknown> =>
  currency === 'USD' ? sql`ledger_entries` : sql`currency_entries`;

export async function loadMoves(executor: Executor, ids: number[], currency: string): Promise<MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    select * from ${ledgerOf(currency)} where id = any (${ids}::bigint[]) order by id desc`.execute(executor);
  return rows;
}

export async function listTransfersOfOrder(executor: Executor, orderId: string): Promise<MoveRow[]> {
  const causes = sql`(select 'order' as cause, ${orderId}::uuid as id
    union all select 'operator', id from order_refunds where order_id = ${orderId}) source`;
  const { rows } = await sql<MoveRow>`
    select t.* from ${causes}
    join ledger_entries t on cause_key(t.cause_id) = cause_key(source.id) and t.cause_id = source.id and t.cause = source.cause
    order by t.id limit 200`.execute(executor);
  const abroad = await sql<MoveRow>`
    select t.* from ${causes} join currency_entries t on t.cause_id = source.id and t.cause = source.cause
    order by t.id limit 200`.execute(executor);
  return [...rows, ...abroad.rows];
}

type RequestRow = Row<'request_log', 'request_id' | 'at' | 'method' | 'path' | 'status' | 'ms' | 'error_code'>;

/** At most this many requests are scanned, so that the page costs the same for every customer. */
const requestsRead = 2000;

export async function listRequestsAbout(
  executor: Executor,
  owner: { accountId: string; world: World },
  about: { path: string } | { keyId: string },
): Promise<RequestRow[]> {
  const isAbout =
    'path' in about ? sql`position(${about.path} in lower(path)) > 0` : sql`api_key_id = ${about.keyId}::uuid`;
  const { rows } = await sql<RequestRow>`
    select request_id, at, method, path, status, ms, error_code from (
      select * from request_summaries where account_id = ${owner.accountId} and world = ${owner.world}
      order by at desc, id desc limit ${requestsRead}) latest
    where ${isAbout} order by at desc, id desc limit 30`.execute(executor);
  return rows;
}

export async function listEventsOfOrder(executor: Executor, orderId: string) {
  const { rows } = await sql<{ id: string; type: string; created_at: Date }>`
    select id, type, created_at from event_summaries where order_id = ${orderId} order by seq desc limit 50`.execute(
    executor,
  );
  return rows;
}

export type KeyRow = Omit<Row<'api_keys'>, 'hash' | 'allowed_origins'>;

export async function listKeysOfCustomer(executor: Executor, accountId: string): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select * from key_summaries where account_id = ${accountId} and not is_web and order_id is null
    order by revoked_at is not null, created_at desc limit 100`.execute(executor);
  return rows;
}

export async function findKeyFile(executor: Executor, id: string, now: Date) {
  const { rows } = await sql<KeyRow & { spent_today_cents: number }>`
    select *, coalesce((select cents from key_spending where api_key_id = key_summaries.id
        and day = (${now}::timestamptz at time zone 'UTC')::date), 0) as spent_today_cents
    from key_summaries where id = ${id} and not is_web and order_id is null`.execute(executor);
  return rows[0] ?? null;
}

export async function findParcelOrder(executor: Executor, id: string): Promise<string | null> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from parcels where id = ${id}`.execute(executor);
  return rows[0]?.order_id ?? null;
}

/** Unsent mails to the recipient by stage, and since when they failed. */
export async function listUnsentMails(executor: Executor, orderId: string) {
  const { rows } = await sql<{ stage: string; dead_at: Date | null; last_error: string | null }>`
    select payload ->> 'stage' as stage, dead_at, last_error from job_summaries
    where kind = 'tracking.mail' and payload ->> 'orderId' = ${orderId}`.execute(executor);
  return rows;
}

type KindOfOrder = { [Name in JobName]: JobPayloads[Name] extends { orderId: string } ? Name : never }[JobName];

/** Jobs that the index jobs_by_order has; it also has all failed ones. Card jobs are listed with the charges. */
const kindsByOrder: Record<
  Exclude<KindOfOrder, 'documents.fetch' | 'notices.refund' | 'tracking.follow' | `cards.${string}`>,
  true
> = {
  'notices.case': true,
  'orders.place': true,
  'tracking.mail': true,
  'ucp.tell': true,
};
const isNamedByOrder = sql`(kind in (${sql.join(keysOf(kindsByOrder).map((kind) => sql.lit(kind)))}) or dead_at is not null)`;

type JobOfOrder = Row<'jobs', 'id' | 'kind' | 'attempts' | 'last_error' | 'run_at' | 'dead_at' | 'created_at'>;

/** Open jobs of one order. Tracking and invoice jobs repeat for weeks and are not in that index. */
export async function listJobsOfOrder(executor: Executor, orderId: string): Promise<JobOfOrder[]> {
  const { rows } = await sql<JobOfOrder>`
    select id, kind, attempts, last_error, case when run_at = 'infinity' then clock_at else greatest(run_at, created_at) end as run_at,
      dead_at, created_at from (
      select * from job_summaries where payload ->> 'orderId' = ${orderId} and ${isNamedByOrder}
      union all
      select * from job_summaries where kind = 'events' and dead_at is null and payload ->> 'orderId' = ${orderId}
      union all
      select * from job_summaries where kind = 'tracking.follow' and dead_at is null and dedupe_key = ${trackingKey(orderId)}) work
    order by id limit 100`.execute(executor);
  return rows;
}
