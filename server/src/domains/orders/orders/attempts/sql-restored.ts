import { sql } from 'kysely';
import type { Tx } from '../../../../platform/database/index.ts';
import { restartJobs } from '../../../../platform/queue/index.ts';
import { freshEpoch } from './sql-claim.ts';

/**
 * The database is not the one that was left: what it says of an open order may be out of date, and its store may have sold
 * meanwhile. The outcome of each counts as unknown, as if the buy button had just been pressed: the reconciler fences it and
 * asks its store before anything is bought. The new epoch shuts out every worker that still has one in hand. What an order
 * asks a person stays open: the answer leads to the reconciler, not to the store's button.
 */
export async function markOpenOrdersUnknown(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with moved as (
      update orders set status = 'in_progress', phase = 'submitting', epoch = ${sql.raw(freshEpoch)},
        started_at = coalesce(started_at, now()), submitted_at = now(), restored_at = now(), updated_at = now()
      where status in ('pending', 'in_progress') returning id
    ),
    items as (
      update order_items set status = 'processing', updated_at = now()
      where order_id in (select id from moved) and status = 'pending'
    )
    select id from moved`.execute(tx);
  const ids = rows.map((row) => row.id);
  await warnDeskOperators(tx, ids);
  await restartJobs(tx, { kind: 'orders.place', field: 'orderId', values: ids });
  return ids.length;
}

/** Tells the people who buy that it may already be bought. */
async function warnDeskOperators(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update questions set message = 'The database was restored on ' || to_char(now(), 'FMMon FMDD, YYYY')
      || '. This order may already have been bought. Check the retailer''s order history before you buy. ' || message
    where order_id = any (${ids}::uuid[]) and state = 'open' and kind = 'buy'`.execute(tx);
}
