import { sql } from 'kysely';
import { afterCommit, type Tx } from '../../../platform/database/index.ts';
import { notifyJobs } from '../../../platform/queue/index.ts';
import { freshEpoch } from './sql-epoch.ts';

/**
 * The database is not the one that was left: what it says of an open order may be out of date, and its store may have sold
 * meanwhile. Every one of them is put in doubt, as if the buy button had just been pressed: the reconciler fences it and
 * asks its store before anything is bought. The new epoch shuts out every worker that still has one in hand. What an order
 * asks a person stays open: the answer leads to the reconciler, not to the store's button.
 */
export async function doubtOpenOrders(tx: Tx): Promise<number> {
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
  await warnOperators(tx, ids);
  await sql`
    with due as (
      update jobs set run_at = now(), token = null, locked_until = null
      where kind = 'orders.place' and dead_at is null and payload ->> 'orderId' = any (${ids}::text[])
      returning payload ->> 'orderId' as order_id
    )
    insert into jobs (kind, payload, run_at)
    select 'orders.place', json_build_object('orderId', id), now() from unnest(${ids}::text[]) id
    where not exists (select from due where due.order_id = id)`.execute(tx);
  afterCommit(tx, notifyJobs);
  return ids.length;
}

/** Tells the people who buy that it may already be bought. Orders that were claimed must be claimed again. */
async function warnOperators(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    with warned as (
      update questions set message = 'The database was restored on ' || to_char(now(), 'FMMon FMDD, YYYY')
        || '. This order may already have been bought. Check the retailer''s order history before you buy. ' || message
      where order_id = any (${ids}::uuid[]) and state = 'open' and kind = 'buy' returning id
    )
    update desk_tasks set state = 'waiting', lease_until = null, updated_at = now()
    where question_id in (select id from warned) and state = 'taken'`.execute(tx);
}
