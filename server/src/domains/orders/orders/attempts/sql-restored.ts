import { sql } from 'kysely';
import type { Tx } from '../../../../platform/database/index.ts';
import { restartJobs } from '../../../../platform/queue/index.ts';
import { freshEpoch } from './sql-claim.ts';

/**
 * After a restore, open orders may be out of date: their stores may have sold in the meantime. Each outcome counts as
 * unknown, as if the buy button had just been pressed, so the reconciler fences it and asks the store before anything
 * is bought. The new epoch shuts out every old worker. Open actions stay open; their answers lead to the reconciler.
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
  await warnBuyers(tx, ids);
  await restartJobs(tx, { kind: 'orders.place', field: 'orderId', values: ids });
  return ids.length;
}

const warnings = sql`(values
  ('buy', 'This order may already have been bought. Check the retailer''s order history before you buy.'),
  ('open_url', 'You may already have paid for this order. Check your email from the store before you pay.')
) as warning (kind, said)`;

/** Warns the person who was asked to buy that the order may already be bought. */
async function warnBuyers(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update questions set message = 'The database was restored on ' || to_char(now(), 'FMMon FMDD, YYYY')
      || '. ' || warning.said || ' ' || message
    from ${warnings} where warning.kind = questions.kind and order_id = any (${ids}::uuid[]) and state = 'open'`.execute(
    tx,
  );
}
