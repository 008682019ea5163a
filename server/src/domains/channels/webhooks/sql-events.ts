import { type RawBuilder, sql } from 'kysely';
import type { EventType } from '../../../events/index.ts';
import type { World } from '../../../kit/world.ts';
import {
  type Database,
  deleteInPortions,
  type Executor,
  planned,
  relation,
  runNamed,
  type Tables,
} from '../../../platform/database/index.ts';
import { accountIsKept, isNotErased, unpackAnswer } from '../../access/accounts/index.ts';
import type { WebhookMessage } from './message.ts';
import type { Owner } from './sql.ts';

export interface NewEvent extends Owner {
  id: string;
  type: EventType;
  orderId: string | null;
  subject: WebhookMessage['subject'];
  body: string;
  /** The body as packAnswer writes it; null: it is stored as text. */
  packed: Buffer | null;
  cause: string;
  at: Date;
}

/** In place of a packed body. The previous version can parse it. */
const packedBody = '{}';

/**
 * Numbers and writes an event. The lock lasts until the commit, so no reader sees a later number first. False if this
 * cause was recorded before.
 */
export async function insertEvent(executor: Executor, event: NewEvent): Promise<boolean> {
  const name = `events ${event.accountId} ${event.world}`;
  const { rows } = await sql`
    with locked as materialized (select pg_advisory_xact_lock(hashtextextended(${name}, 0)))
    insert into events (id, account_id, world, type, order_id, subject_kind, subject_id, body, packed, cause, created_at)
    select ${event.id}, ${event.accountId}, ${event.world}, ${event.type}, ${event.orderId}::uuid, ${event.subject.kind},
      ${event.subject.id}, ${event.packed ? packedBody : event.body}, ${event.packed}::bytea, ${event.cause}, ${event.at} from locked
    where ${isNotErased(event.accountId)}
    on conflict do nothing returning id`.execute(executor);
  return rows.length === 1;
}

const insertManyStatement = {
  name: 'events-insert',
  text: `
    with given as (
      select * from json_to_recordset($1::json) as row (ord int, id uuid, account_id uuid, world text, type text, order_id uuid,
        subject_kind text, subject_id text, body text, packed text, cause text, at timestamptz)
    ),
    unheard as (
      select * from given where not exists (
        select from webhook_endpoints e where e.account_id = given.account_id and e.world = given.world and e.is_active
          and (e.events is null or given.type = any (e.events)))
    ),
    locked as materialized (
      select pg_advisory_xact_lock(hashtextextended(name, 0)) from (
        select distinct 'events ' || account_id || ' ' || world as name from unheard order by 1) names
    ),
    written as (
      insert into events (id, account_id, world, type, order_id, subject_kind, subject_id, body, packed, cause, created_at)
      select id, account_id, world, type, order_id, subject_kind, subject_id, body, decode(packed, 'base64'), cause, at
      from unheard where (select count(*) from locked) > 0
        and ${accountIsKept(relation('unheard'))}
      order by ord
      on conflict do nothing
    )
    select ord from unheard`,
};

/** Writes the events that no endpoint subscribes to, as insertEvent does. Returns for each whether it was written. */
export async function insertUnsubscribed(database: Database, events: readonly NewEvent[]): Promise<boolean[]> {
  const given = events.map((event, ord) => ({
    ord,
    id: event.id,
    account_id: event.accountId,
    world: event.world,
    type: event.type,
    order_id: event.orderId,
    subject_kind: event.subject.kind,
    subject_id: event.subject.id,
    body: event.packed ? packedBody : event.body,
    packed: event.packed?.toString('base64') ?? null,
    cause: event.cause,
    at: event.at,
  }));
  const rows = await runNamed<{ ord: number }>(database, insertManyStatement, [JSON.stringify(given)]);
  const unheard = new Set(rows.map(({ ord }) => ord));
  return events.map((_, ord) => unheard.has(ord));
}

export interface EventRow extends Omit<Tables['events'], 'account_id' | 'world' | 'cause' | 'packed'> {
  type: EventType;
  subject_kind: WebhookMessage['subject']['kind'];
}

export interface EventFilter extends Owner {
  type?: EventType;
  orderId?: string;
  /** Number of the last event that was read. */
  afterSeq: number;
}

const shownColumns = sql`id, seq, type, order_id, subject_kind, subject_id, body, packed, created_at`;

const unpacked = ({ packed, ...row }: EventRow & Pick<Tables['events'], 'packed'>): EventRow => ({
  ...row,
  body: unpackAnswer({ answer: row.body, packed }),
});
type StoredRow = Parameters<typeof unpacked>[0];

/** Oldest first. */
export async function listEvents(executor: Executor, filter: EventFilter, limit: number): Promise<EventRow[]> {
  const parts: RawBuilder<unknown>[] = [
    sql`account_id = ${filter.accountId}`,
    sql`world = ${filter.world}`,
    sql`seq > ${filter.afterSeq}`,
  ];
  // A literal, so that rare values use their own index.
  if (filter.type) parts.push(sql`type = ${sql.lit(filter.type)}`);
  if (filter.orderId) parts.push(sql`order_id = ${filter.orderId}`);
  const { rows } = await sql<StoredRow>`${planned}
    select ${shownColumns} from events where ${sql.join(parts, sql` and `)} order by seq limit ${limit}`.execute(
    executor,
  );
  return rows.map(unpacked);
}

const latestStatement = {
  name: 'events-latest',
  text: `
    select (select max(seq) from events e where e.account_id = asked.account_id and e.world = asked.world) as seq
    from unnest($1::uuid[], $2::text[]) with ordinality as asked (account_id, world, ord) order by asked.ord`,
};

export async function latestSeqs(database: Database, owners: readonly Owner[]): Promise<(number | null)[]> {
  const columns = [owners.map(({ accountId }) => accountId), owners.map(({ world }) => world)];
  const rows = await runNamed<{ seq: number | null }>(database, latestStatement, columns);
  return rows.map(({ seq }) => seq);
}

/** The newest events of all accounts. Numbers are given before the commit, so an earlier one may appear later. */
export async function listNewestEvents(executor: Executor, limit: number) {
  const { rows } = await sql<Pick<EventRow, 'seq' | 'subject_kind'>>`${planned}
    select seq, subject_kind from events order by seq desc limit ${limit}`.execute(executor);
  return rows;
}

export async function findEvent(executor: Executor, owner: Owner, id: string): Promise<EventRow | null> {
  const { rows } = await sql<StoredRow>`
    select ${shownColumns} from events
    where id = ${id} and account_id = ${owner.accountId} and world = ${owner.world}`.execute(executor);
  return rows[0] ? unpacked(rows[0]) : null;
}

/** Whether a delivery `d` belongs to this event. Found by its order; deliveries are deleted with their events. */
export async function deliveryOfEvent(executor: Executor, owner: Owner, eventId: string): Promise<RawBuilder<unknown>> {
  const event = await findEvent(executor, owner, eventId);
  if (!event) return sql`false`;
  const isOfOrder = event.order_id === null ? sql`d.order_id is null` : sql`d.order_id = ${event.order_id}`;
  return sql`${isOfOrder} and d.event_id = ${eventId}`;
}

/** The newest event; null if there is none. */
export async function findLastEvent(executor: Executor, owner: Owner): Promise<EventRow | null> {
  const { rows } = await sql<StoredRow>`
    select ${shownColumns} from events where account_id = ${owner.accountId} and world = ${owner.world}
    order by seq desc limit 1`.execute(executor);
  return rows[0] ? unpacked(rows[0]) : null;
}

/** The number of the last event before then; 0 if there is none. */
export async function findLastSeqBefore(executor: Executor, owner: Owner, before: Date): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select seq from events where account_id = ${owner.accountId} and world = ${owner.world} and created_at < ${before}
    order by seq desc limit 1`.execute(executor);
  return rows[0]?.seq ?? 0;
}

export async function moveEvents(executor: Executor, from: string, to: string, world: World): Promise<void> {
  await sql`update events set account_id = ${to} where account_id = ${from} and world = ${world}`.execute(executor);
}

export async function deleteEventsBefore(executor: Executor, before: Date): Promise<void> {
  await deleteInPortions(executor, 'events', sql`created_at < ${before}`);
}

/** SQL: time of the last event before then. */
export const lastEventBefore = (before: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select max(created_at) from events where created_at < ${before})`;

/** SQL: the number of the last event; null before the first. */
export const lastEventSeq: RawBuilder<unknown> = sql`(select max(seq) from events)`;
