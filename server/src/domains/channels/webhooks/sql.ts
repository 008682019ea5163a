import { sql } from 'kysely';
import type { EventType, WebhookEvent } from '../../../events/index.ts';
import { cutText } from '../../../kit/storable-text.ts';
import { currentTestClock } from '../../../kit/test-clock.ts';
import type { World } from '../../../kit/world.ts';
import { deleteInPortions, type Executor, type Row } from '../../../platform/database/index.ts';
import { isNotErased } from '../../access/accounts/index.ts';
import type { WebhookMessage } from './message.ts';
import { countAttemptCte, endOutageCtes, moveOutages, openOutageCte } from './sql-health.ts';

export interface Owner {
  accountId: string;
  world: World;
}

/** The deliveries of one sender: in real time, or of one test clock. */
export interface SenderScope extends Owner {
  clockId?: string;
}

const isInScope = ({ accountId, world, clockId }: SenderScope) => sql`
  d.account_id = ${accountId} and d.world = ${world} and d.test_clock is not distinct from ${clockId ?? null}::uuid`;

export type NewDelivery = Row<'webhook_endpoints', 'id' | 'url' | 'origin' | 'receiver'>;

/** Locks the order's events, so that they are numbered in commit order. */
export async function lockEventsOfOrder(executor: Executor, orderId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${orderId}`}, 0))`.execute(executor);
}

export async function insertDeliveries(executor: Executor, message: WebhookMessage, deliveries: NewDelivery[]) {
  await sql`
    insert into webhook_deliveries (id, account_id, world, event, subject_kind, subject_id, order_id, url, origin,
      receiver, body, cause, endpoint_id, event_id, is_replay, status, test_clock, edited_from, edited_by)
    select new.id, ${message.accountId}, ${message.world}, ${message.event}, ${message.subject.kind},
      ${message.subject.id}, ${message.orderId}, new.url, new.origin, new.receiver, ${message.body},
      ${message.cause ?? null}, ${message.endpoint?.id ?? null}::uuid, ${message.endpoint?.eventId ?? null}::uuid,
      ${message.isReplay ?? false}, 'pending', ${currentTestClock()?.id ?? null}::uuid,
      ${message.edited?.from ?? null}::uuid, ${message.edited?.by ?? null}
    from unnest(${deliveries.map((one) => one.id)}::uuid[], ${deliveries.map((one) => one.url)}::text[],
      ${deliveries.map((one) => one.origin)}::text[], ${deliveries.map((one) => one.receiver)}::text[])
      with ordinality as new (id, url, origin, receiver, position)
    where ${isNotErased(message.accountId)}
    order by new.position
    on conflict do nothing`.execute(executor);
}

export interface Candidate extends Row<'webhook_endpoints', 'id' | 'origin' | 'receiver'> {
  is_stopped: boolean;
}

interface BusySlots {
  origins: string[];
  receivers: string[];
}

/** Waits for earlier deliveries of the same order and URL. Replays do not wait. */
const isFirstInOrder = sql`(d.is_replay or not exists (
  select from webhook_deliveries earlier
  where earlier.order_id = d.order_id and earlier.url_key = d.url_key and earlier.seq < d.seq
    and earlier.status = 'pending' and not earlier.is_replay))`;

/** Due deliveries, oldest first, without those of busy endpoints or already being sent. */
export async function findDue(
  executor: Executor,
  scope: SenderScope,
  search: { now: Date; claim: string; busy: BusySlots; limit: number },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, origin, receiver, not is_replay and exists (
        select from webhook_stops s
        where s.account_id = d.account_id and s.world = d.world and s.url_key = d.url_key) as is_stopped
    from webhook_deliveries d
    where ${isInScope(scope)} and d.status = 'pending'
      and d.next_attempt_at <= ${search.now} and d.claim is distinct from ${search.claim} and ${isFirstInOrder}
      and d.origin <> all (${search.busy.origins}::text[]) and d.receiver <> all (${search.busy.receivers}::text[])
    order by d.seq limit ${search.limit}`.execute(executor);
  return rows;
}

export interface ClaimedDelivery
  extends Row<
    'webhook_deliveries',
    'id' | 'event' | 'endpoint_id' | 'url' | 'origin' | 'receiver' | 'body' | 'failures' | 'edited_from'
  > {
  event: WebhookEvent | EventType;
}

/** Claims deliveries until then. A sender with an older claim can no longer write. */
export async function claimDeliveries(
  executor: Executor,
  ids: string[],
  { claim, until }: { claim: string; until: Date },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    update webhook_deliveries set claim = ${claim}, next_attempt_at = ${until}, attempts = attempts + 1
    where id = any (${ids}::uuid[]) and status = 'pending'
    returning id, event, endpoint_id, url, origin, receiver, body, failures, edited_from`.execute(executor);
  return rows;
}

/** When the next delivery is due; null if there is none. One that waits for another comes after it. */
export async function findNextDue(executor: Executor, scope: SenderScope): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(next_attempt_at, 'epoch')) as at from webhook_deliveries d
    where ${isInScope(scope)} and status = 'pending' and ${isFirstInOrder}`.execute(executor);
  return rows[0]?.at ?? null;
}

export interface HeldDelivery extends Row<'webhook_deliveries', 'id' | 'claim'> {
  claim: string;
}

export interface Outcome {
  responseStatus: number | null;
  response: string | null;
  error: string | null;
  durationMs: number;
  /** In real time, even under a test clock. */
  sentAt: Date;
}

/** How many attempts are kept per delivery. */
const attemptsKept = 12;
const responseCharsKept = 300;

const outcomeColumns = (outcome: Outcome, now: Date) => sql`claim = null, response_status = ${outcome.responseStatus},
  response = ${outcome.response}, error = ${outcome.error}, tries = jsonb_path_query_array(tries || ${JSON.stringify([
    {
      at: now.toISOString(),
      response_status: outcome.responseStatus,
      response: outcome.response === null ? null : cutText(outcome.response, responseCharsKept),
      error: outcome.error,
      duration_ms: outcome.durationMs,
    },
  ])}::jsonb, ${sql.lit(`$[last - ${attemptsKept - 1} to last]`)})`;

/** Columns that the statements after an outcome need. */
const outcomeKeys = sql`id, account_id, world, url, url_key, endpoint_id, subject_kind, test_clock`;

/** False if another sender claimed it. A success ends the stop of an endpoint. */
export async function writeDelivered(
  executor: Executor,
  held: HeldDelivery,
  outcome: Outcome,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with done as (
      update webhook_deliveries set status = 'delivered', delivered_at = coalesce(delivered_at, ${now}),
        ended_at = ${now}, failures = 0, is_replay = false, ${outcomeColumns(outcome, now)}
      where id = ${held.id} and claim = ${held.claim} returning ${outcomeKeys}
    ), lifted as (
      delete from webhook_stops s using done
      where s.account_id = done.account_id and s.world = done.world and s.url_key = done.url_key
    ), ${countAttemptCte(outcome)}, ${endOutageCtes(now)}
    select from done`.execute(executor);
  return rows.length === 1;
}

/** Without a next attempt, it has failed. */
export async function writeFailed(
  executor: Executor,
  held: HeldDelivery,
  outcome: Outcome,
  next: { at: Date | null; now: Date },
): Promise<void> {
  await sql`
    with done as (
      update webhook_deliveries set failures = failures + 1, ${outcomeColumns(outcome, next.now)},
        status = ${next.at ? 'pending' : 'failed'}, next_attempt_at = coalesce(${next.at}, next_attempt_at),
        is_replay = is_replay and ${next.at !== null}, ended_at = ${next.at ? null : next.now}
      where id = ${held.id} and claim = ${held.claim} returning ${outcomeKeys}
    ), ${countAttemptCte(outcome)}, ${openOutageCte({ at: next.now, isStopped: false })}
    select from done`.execute(executor);
}

/** The endpoint responded 410 Gone: stops everything to this URL, including waiting deliveries. */
export async function writeGone(executor: Executor, held: HeldDelivery, outcome: Outcome, now: Date): Promise<void> {
  await sql`
    with done as (
      update webhook_deliveries set status = 'stopped', ended_at = ${now}, is_replay = false, ${outcomeColumns(outcome, now)}
      where id = ${held.id} and claim = ${held.claim} returning ${outcomeKeys}
    ), ${countAttemptCte(outcome)}, ${openOutageCte({ at: now, isStopped: true })}, stop as (
      insert into webhook_stops (account_id, world, url_key, stopped_at)
      select account_id, world, url_key, ${now} from done on conflict do nothing
    )
    update webhook_deliveries d set status = 'stopped', ended_at = ${now}, claim = null, error = ${outcome.error}
    from done where d.account_id = done.account_id and d.world = done.world and d.url_key = done.url_key
      and d.id <> done.id and d.status = 'pending' and not d.is_replay`.execute(executor);
}

/** Failed without an attempt, because the endpoint responded 410 Gone before. */
export async function writeStopped(executor: Executor, ids: string[], reason: string, now: Date): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'stopped', ended_at = ${now}, claim = null, error = ${reason}
    where id = any (${ids}::uuid[]) and status = 'pending'`.execute(executor);
}

/** Moves deliveries and stops to another account. */
export async function moveDeliveries(executor: Executor, from: string, to: string, world: World): Promise<void> {
  await sql`
    update webhook_deliveries set account_id = ${to}, test_clock = null,
      next_attempt_at = case when test_clock is null then next_attempt_at else '-infinity' end
    where account_id = ${from} and world = ${world}`.execute(executor);
  await sql`
    insert into webhook_stops (account_id, world, url_key, stopped_at)
    select ${to}, world, url_key, stopped_at from webhook_stops where account_id = ${from} and world = ${world}
    on conflict do nothing`.execute(executor);
  await sql`delete from webhook_stops where account_id = ${from} and world = ${world}`.execute(executor);
  await moveOutages(executor, from, to, world);
}

export async function deleteDeliveriesEndedBefore(executor: Executor, before: Date): Promise<void> {
  await deleteInPortions(executor, 'webhook_deliveries', sql`ended_at < ${before}`);
}
