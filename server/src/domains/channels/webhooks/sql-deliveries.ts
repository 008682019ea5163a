import { type RawBuilder, sql } from 'kysely';
import type { EventType, WebhookEvent } from '../../../events/index.ts';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { filteredMax, type KeyPage, type Page, searchedMax, totalOf } from '../../../kit/page.ts';
import { countUpTo, type Executor, planned, type Row, type Tables } from '../../../platform/database/index.ts';
import type { WebhookMessage } from './message.ts';
import type { DeliveryStatus, deliveryFilters } from './model.ts';
import type { Owner } from './sql.ts';
import { deliveryOfEvent } from './sql-events.ts';

export interface DeliveryRow extends Row<'webhook_deliveries'> {
  event: WebhookEvent | EventType;
  subject_kind: WebhookMessage['subject']['kind'];
  status: DeliveryStatus;
  tries: DeliveryAttempt[];
}

/** One attempt. */
export interface DeliveryAttempt extends Row<'webhook_deliveries', 'response_status' | 'response' | 'error'> {
  at: string;
  /** Null for attempts of earlier versions. */
  duration_ms?: number;
}

const shownColumns = sql`*, greatest(next_attempt_at, created_at) as next_attempt_at`;

export interface DeliveryFilter extends Owner {
  status?: (typeof deliveryFilters)[number];
  event?: WebhookEvent | EventType;
  orderId?: string;
  endpointId?: string;
  eventId?: string;
  createdAfter?: Date;
  /** Part of the URL, searched among the newest deliveries that match the rest. */
  url?: string;
}

/** Undelivered ones are few, and have an index. */
export function hasStatus(status: (typeof deliveryFilters)[number]): RawBuilder<unknown> {
  if (status === 'retrying') return sql`d.failures > 0 and d.status = 'pending'`;
  if (status === 'failed' || status === 'stopped')
    return sql`d.status in ('failed', 'stopped') and d.status = ${status}`;
  return sql`d.status = ${sql.lit(status)}`;
}

export async function listDeliveries(
  executor: Executor,
  filter: DeliveryFilter,
  page: KeyPage,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const parts: RawBuilder<unknown>[] = [sql`account_id = ${filter.accountId}`, sql`world = ${filter.world}`];
  if (filter.createdAfter) parts.push(sql`created_at >= ${filter.createdAfter}`);
  if (filter.status) parts.push(hasStatus(filter.status));
  // A literal, so that rare values use their own index.
  if (filter.event) parts.push(sql`event = ${sql.lit(filter.event)}`);
  if (filter.orderId) parts.push(sql`order_id = ${filter.orderId}`);
  if (filter.endpointId) parts.push(sql`endpoint_id = ${filter.endpointId}`);
  if (filter.eventId) parts.push(await deliveryOfEvent(executor, filter, filter.eventId));
  // A foreign id matches nothing.
  const rest =
    page.after === undefined
      ? sql`true`
      : sql`(created_at, seq) < (select last.created_at, last.seq from webhook_deliveries last
          where last.id = ${page.after}::uuid and last.account_id = ${filter.accountId} and last.world = ${filter.world})`;
  const among = (more: RawBuilder<unknown>) => {
    const matching = sql`webhook_deliveries d where ${sql.join([...parts, more], sql` and `)} order by created_at desc, seq desc`;
    // No index has parts of URLs.
    return filter.url === undefined
      ? matching
      : sql`(select * from ${matching} limit ${searchedMax}) d where ${isSentTo(filter.url)} order by created_at desc, seq desc`;
  };
  const { rows } = await sql<DeliveryRow>`${planned}
    select ${shownColumns} from ${among(rest)} limit ${page.limit + 1} offset ${page.offset}`.execute(executor);
  const counted = await countUpTo(executor, sql`select from ${among(sql`true`)}`, filteredMax);
  return { rows: rows.slice(0, page.limit), total: totalOf(counted, page, rows.length) };
}

/** Encrypted passwords must not be searchable. */
export const isSentTo = (part: string): RawBuilder<unknown> =>
  sql`position(lower(${part}) in lower(case when d.url like '%@%' then regexp_replace(d.url, '//[^/@]*@', '//') else d.url end)) > 0`;

export async function findDelivery(executor: Executor, owner: Owner, id: string): Promise<DeliveryRow | null> {
  const { rows } = await sql<DeliveryRow>`
    select ${shownColumns} from webhook_deliveries
    where id = ${id} and account_id = ${owner.accountId} and world = ${owner.world}`.execute(executor);
  return rows[0] ?? null;
}

export interface FailingEndpointRow
  extends Row<'webhook_deliveries', 'account_id' | 'world' | 'url' | 'failures' | 'response_status' | 'error'> {
  /** Of the delivery that failed most often. */
  failures: Tables['webhook_deliveries']['failures'];
  /** Null if all its deliveries failed for good. */
  next_attempt_at: Date | null;
  waiting: number;
  failing_since: Date;
}

/** Deliveries that are retried, or failed for good since then without a success afterwards. */
const failingDeliveries = (since: Date, of = sql`true`) => sql`(
  select * from webhook_deliveries where failures > 0 and status = 'pending' and ${of}
  union all
  select * from webhook_deliveries d where d.failures > 0 and d.status = 'failed' and d.ended_at >= ${since} and ${of} and not exists (
    select from webhook_deliveries later where later.account_id = d.account_id and later.world = d.world
      and later.url_key = d.url_key and later.created_at >= ${since} and later.delivered_at > d.ended_at)
) d`;

/** Failing endpoints, worst first. */
export async function listFailingEndpoints(
  executor: Executor,
  since: Date,
  page: Page,
  of = sql`true`,
): Promise<FailingEndpointRow[]> {
  const { rows } = await sql<FailingEndpointRow>`
    select account_id, world, min(url) as url, max(failures) as failures, min(created_at) as failing_since,
      (array_agg(response_status order by failures desc, seq))[1] as response_status,
      (array_agg(error order by failures desc, seq))[1] as error,
      min(greatest(next_attempt_at, created_at)) filter (where status = 'pending') as next_attempt_at,
      count(*) filter (where status = 'pending') as waiting
    from ${failingDeliveries(since, of)}
    group by account_id, world, url_key order by max(failures) desc, min(created_at), url_key
    limit ${page.limit} offset ${page.offset}`.execute(executor);
  return rows;
}

export async function countFailingEndpoints(executor: Executor, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct (account_id, world, url_key)) as n from ${failingDeliveries(since)}`.execute(executor);
  return assertDefined(rows[0]).n;
}

export async function countOwnFailingEndpoints(executor: Executor, own: Owner, since: Date): Promise<number> {
  const of = sql`account_id = ${own.accountId} and world = ${own.world}`;
  const { rows } = await sql<{ n: number }>`
    select count(distinct url_key) as n from ${failingDeliveries(since, of)}`.execute(executor);
  return assertDefined(rows[0]).n;
}
