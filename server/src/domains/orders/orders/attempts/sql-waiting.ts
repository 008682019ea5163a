import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../../platform/database/index.ts';
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

/** Whether the service has an account of its own for this order, paused or not. */
export async function hasServiceAccount(executor: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = ${id} and ${sql.raw(hasFittingServiceAccount(orders))}`.execute(executor);
  return rows.length === 1;
}

/** Orders that waited for this retailer are looked at now; by themselves they would look a little later. */
export async function runOrdersNow(executor: Executor, world: OrderRow['world'], retailer: string, now: Date) {
  const isMeant = (id: RawBuilder<string>) => sql`exists (
    select from orders o where o.id = ${id}::uuid and o.world = ${world} and o.retailer = ${retailer}
      and o.waiting_for = 'retailer')`;
  await hurryJobs(executor, { kind: 'orders.place', field: 'orderId', isMeant }, now);
}
