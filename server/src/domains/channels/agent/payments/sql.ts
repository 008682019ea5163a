import { sql } from 'kysely';
import type { Executor, Row } from '../../../../platform/database/index.ts';
import type { OrderBody, OrderRow } from '../../../orders/orders/index.ts';
import type { PaymentState } from './model.ts';

export interface PaymentRow extends Row<'payments'> {
  body: OrderBody | null;
  products: { url: string; quantity: number; variant: { label: string; value: string }[] | null }[];
}

export type NewPayment = Omit<PaymentRow, 'status' | 'top_up_id' | 'failure' | 'body'> & { body: OrderBody };

/** Returns the open payment of the same request if there is one. */
export async function insertPayment(executor: Executor, row: NewPayment): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into payments (id, world, api_key_id, is_agent, status, body, idempotency_key, digest, products,
      ship_to_summary, client, max_price_cents, fee_cents, order_id, created_at, expires_at)
    values (${row.id}, ${row.world}, ${row.api_key_id}, ${row.is_agent}, 'requires_action',
      ${JSON.stringify(row.body)}::jsonb, ${row.idempotency_key}, ${row.digest}, ${JSON.stringify(row.products)}::jsonb,
      ${row.ship_to_summary}, ${row.client}, ${row.max_price_cents}, ${row.fee_cents}, ${row.order_id}, ${row.created_at},
      ${row.expires_at})
    on conflict (api_key_id, digest) where status = 'requires_action'
    do update set expires_at = excluded.expires_at, idempotency_key = excluded.idempotency_key
    returning id`.execute(executor);
  const [kept] = rows;
  if (!kept) throw new Error('The payment was saved but cannot be found.');
  return kept.id;
}

export async function findPayment(executor: Executor, id: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`select * from payments where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** Locks the payment until the transaction ends. */
export async function lockPayment(executor: Executor, id: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`select * from payments where id = ${id} for update`.execute(executor);
  return rows[0] ?? null;
}

export async function findByTopUp(executor: Executor, topUpId: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`select * from payments where top_up_id = ${topUpId}`.execute(executor);
  return rows[0] ?? null;
}

export async function findByOrder(executor: Executor, orderId: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`select * from payments where order_id = ${orderId} limit 1`.execute(executor);
  return rows[0] ?? null;
}

/** Which of these orders came from a payment link. */
export async function ordersOfLinks(executor: Executor, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from payments where order_id = any (${orderIds}::uuid[])`.execute(executor);
  return new Set(rows.map((row) => row.order_id));
}

export async function findOrderStatus(executor: Executor, orderId: string | null): Promise<OrderRow['status'] | null> {
  if (orderId === null) return null;
  const { rows } = await sql<{
    status: OrderRow['status'];
  }>`select status from order_summaries where id = ${orderId}`.execute(executor);
  return rows[0]?.status ?? null;
}

export async function saveTopUp(executor: Executor, id: string, topUpId: string): Promise<void> {
  await sql`update payments set top_up_id = ${topUpId} where id = ${id} and status = 'requires_action'`.execute(
    executor,
  );
}

/** False if the status changed meanwhile. A final status deletes the request. */
export async function movePayment(
  executor: Executor,
  id: string,
  move: { from: PaymentState; to: PaymentState; orderId?: string; failure?: string },
): Promise<boolean> {
  const { rows } = await sql`
    update payments set status = ${move.to}, order_id = coalesce(${move.orderId ?? null}::uuid, order_id),
      failure = ${move.failure ?? null}, body = case when ${move.to === 'authorized'} then body end
    where id = ${id} and status = ${move.from} returning id`.execute(executor);
  return rows.length === 1;
}

/** Expires unpaid links and deletes their requests. */
export async function prunePayments(executor: Executor, now: Date): Promise<void> {
  await sql`
    update payments set status = 'expired', body = null
    where status = 'requires_action' and expires_at < ${now}`.execute(executor);
}

export async function erasePaymentsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    update payments set body = null, products = '[]'::jsonb, ship_to_summary = '', client = '', idempotency_key = null
    where api_key_id in (select id from key_summaries where account_id = ${accountId})`.execute(executor);
}
