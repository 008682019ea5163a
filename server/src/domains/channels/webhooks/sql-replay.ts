import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';
import type { Owner } from './sql.ts';
import { deliveryOfEvent } from './sql-events.ts';

/** Which ones to send again: one, those of an event, or all that were given up since then. */
export type ReplaySelection = { id: string } | { eventId: string; endpointId?: string } | { failedSince: Date };

/**
 * Owed again from now on, with the whole schedule before it. One that is still owed keeps its place in the order. What
 * was for an endpoint goes to where that endpoint is now, and nowhere once it was deleted.
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
  if ('failedSince' in which) return sql`d.status in ('failed', 'stopped') and d.created_at >= ${which.failedSince}`;
  const one = which.endpointId === undefined ? sql`true` : sql`d.endpoint_id = ${which.endpointId}`;
  return sql`${await deliveryOfEvent(executor, owner, which.eventId)} and ${one}`;
}
