import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';
import type { Owner } from './sql.ts';
import { type DeliveryFilter, hasStatus, isSentTo } from './sql-deliveries.ts';
import { deliveryOfEvent } from './sql-events.ts';

/** Which failed deliveries to resend. Without a status: all that failed or were stopped. */
export interface FailedSelection extends Pick<DeliveryFilter, 'event' | 'orderId' | 'endpointId' | 'url'> {
  failedSince?: Date;
  status?: 'failed' | 'stopped' | 'retrying';
}

/** One delivery, those of an event, or failed ones by filter. */
export type ReplaySelection = { id: string } | { eventId: string; endpointId?: string } | { failed: FailedSelection };

/**
 * Queues deliveries again, with a full schedule of retries. A pending one keeps its place. The endpoint's current URL
 * is used; a deleted endpoint gets nothing.
 */
export async function writeReplay(
  executor: Executor,
  owner: Owner,
  which: ReplaySelection,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update webhook_deliveries d set is_replay = d.is_replay or d.status <> 'pending', status = 'pending', failures = 0,
      next_attempt_at = ${now}, test_clock = null, ended_at = null, url = coalesce(e.url, d.url), origin = coalesce(e.origin, d.origin),
      receiver = coalesce(e.receiver, d.receiver)
    from webhook_deliveries old left join webhook_endpoints e on e.id = old.endpoint_id
    where old.id = d.id and d.account_id = ${owner.accountId} and d.world = ${owner.world}
      and (d.endpoint_id is null or e.id is not null) and ${await selectionCondition(executor, owner, which)}
    returning d.id`.execute(executor);
  return rows.map((row) => row.id);
}

async function selectionCondition(
  executor: Executor,
  owner: Owner,
  which: ReplaySelection,
): Promise<RawBuilder<unknown>> {
  if ('id' in which) return sql`d.id = ${which.id}`;
  if ('failed' in which) return failedCondition(which.failed);
  const one = which.endpointId === undefined ? sql`true` : sql`d.endpoint_id = ${which.endpointId}`;
  return sql`${await deliveryOfEvent(executor, owner, which.eventId)} and ${one}`;
}

function failedCondition({
  status,
  failedSince,
  event,
  orderId,
  endpointId,
  url,
}: FailedSelection): RawBuilder<unknown> {
  const parts = [
    status ? hasStatus(status) : sql`d.status in ('failed', 'stopped')`,
    ...(failedSince ? [sql`d.created_at >= ${failedSince}`] : []),
    ...(event ? [sql`d.event = ${event}`] : []),
    ...(orderId ? [sql`d.order_id = ${orderId}`] : []),
    ...(endpointId ? [sql`d.endpoint_id = ${endpointId}`] : []),
    ...(url ? [isSentTo(url)] : []),
  ];
  return sql.join(parts, sql` and `);
}
