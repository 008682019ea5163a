import { type RawBuilder, sql } from 'kysely';
import { type Executor, runNamed } from '../../../../platform/database/index.ts';
import { hurryJobs } from '../../../../platform/queue/index.ts';
import { hasFittingServiceAccount } from '../../../catalog/retailer-accounts/index.ts';
import type { OrderRow } from '../rows.ts';
import { orders } from './sql.ts';

/** What an order waits for, as its owner sees it. */
export async function markWaiting(
  executor: Executor,
  order: { id: string; epoch: number },
  waitingFor: OrderRow['waiting_for'],
  now: Date,
): Promise<void> {
  await sql`
    update orders set waiting_for = ${waitingFor}, updated_at = ${now}
    where id = ${order.id} and epoch = ${order.epoch} and status in ('pending', 'in_progress')
      and waiting_for is distinct from 'action'`.execute(executor);
}

/** Whether the service has its own retailer account for this order, paused or not. */
export async function hasServiceAccount(executor: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = ${id} and ${sql.raw(hasFittingServiceAccount(orders))}`.execute(executor);
  return rows.length === 1;
}

/** Runs orders that wait for this retailer now, instead of a little later. */
export async function runOrdersNow(executor: Executor, world: OrderRow['world'], retailer: string, now: Date) {
  const isMeant = (id: RawBuilder<string>) => sql`exists (
    select from orders o where o.id = ${id}::uuid and o.world = ${world} and o.retailer = ${retailer}
      and o.waiting_for = 'retailer')`;
  await hurryJobs(executor, { kind: 'orders.place', field: 'orderId', isMeant }, now);
}

/**
 * Back to pending until a person answers: the attempt bought nothing and does not count. The answer is for the store
 * that asked.
 */
const requestActionStatement = {
  name: 'order-asking',
  text: `
  with moved as (
    update orders set status = 'pending', phase = null, submitted_at = null, checkout_handle = null, checkout_sealed = null, needs_review_at = null,
      managed_account_id = null, concessions = null, waiting_for = 'action', store = coalesce(store, $4), attempts = greatest(attempts - 1, 0), updated_at = $3
    where id = $1 and epoch = $2 and status = 'in_progress' returning id
  ),
  items as (
    update order_items set status = 'pending', updated_at = $3
    where order_id in (select id from moved) and status = 'processing'
  )
  select id from moved`,
};

/** The button was pressed and the store needs a person: the outcome stays unknown. */
const requestActionUnknownOutcomeStatement = {
  name: 'order-asking-in-doubt',
  text: `
  update orders set waiting_for = 'action', updated_at = $3
  where id = $1 and epoch = $2 and status = 'in_progress' and phase = 'submitting' returning id`,
};

export async function writeRequestedAction(
  executor: Executor,
  order: { id: string; epoch: number; store: string | null },
  now: Date,
  isInDoubt = false,
): Promise<boolean> {
  const attempt = [order.id, order.epoch, now];
  const rows = await (isInDoubt
    ? runNamed(executor, requestActionUnknownOutcomeStatement, attempt)
    : runNamed(executor, requestActionStatement, [...attempt, order.store]));
  return rows.length === 1;
}
