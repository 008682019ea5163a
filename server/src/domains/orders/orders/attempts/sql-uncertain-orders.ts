import { sql } from 'kysely';
import type { World } from '../../../../kit/world.ts';
import type { Executor } from '../../../../platform/database/index.ts';

/** Why nobody knows for sure what a store sold for an order. */
export const questions = ['needs_review', 'unknown_outcome', 'restored', 'assumed_absent'] as const;
export type Question = (typeof questions)[number];

export interface UncertainOrder {
  id: string;
  world: World;
  retailer: string;
  /** The store of its brand that it was sent to. */
  store: string | null;
  status: string;
  question: Question;
  since: Date;
}

/** The store showed no purchase, and one that it records late could not be ruled out by anything but time. */
export async function markAssumedAbsent(
  executor: Executor,
  order: { id: string; epoch: number },
  now: Date,
): Promise<void> {
  await sql`update orders set assumed_absent_at = ${now} where id = ${order.id} and epoch = ${order.epoch}`.execute(
    executor,
  );
}

/**
 * Orders that wait for the operator, whose outcome is not known yet, that a restored copy has to look up, and since then those
 * that were taken for not bought because enough time had passed.
 */
export async function listUncertainOrders(executor: Executor, since: Date): Promise<UncertainOrder[]> {
  const { rows } = await sql<UncertainOrder>`
    select id, world, retailer, store, status,
      case when needs_review_at is not null then 'needs_review' when restored_at is not null or looks_first then 'restored'
        else 'unknown_outcome' end as question,
      coalesce(needs_review_at, submitted_at, created_at) as since
    from orders
    where outcome is null and ((status = 'in_progress' and phase = 'submitting') or (status = 'pending' and (restored_at is not null or looks_first)))
    union all
    select id, world, retailer, store, status, 'assumed_absent', assumed_absent_at
    from orders where assumed_absent_at >= ${since} and outcome is not null
    order by since, id`.execute(executor);
  return rows;
}
