import { sql } from 'kysely';
import type { Executor, Tx } from '../../../platform/database/index.ts';
import { addPartlyRefunded, cancelQuantities } from '../../orders/orders/index.ts';
import type { Stage } from './model.ts';

/** False if the customer already got an email about this stage. */
export async function recordMail(tx: Tx, orderId: string, stage: Stage, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into customer_mails (order_id, stage, created_at) values (${orderId}, ${stage}, ${now})
    on conflict do nothing returning order_id`.execute(tx);
  return rows.length === 1;
}

export async function deleteTrackingOf(tx: Tx, orderIds: string[]): Promise<void> {
  await sql`delete from customer_mails where order_id = any (${orderIds}::uuid[])`.execute(tx);
  await sql`delete from partial_cancellations where order_id = any (${orderIds}::uuid[])`.execute(tx);
}

/** The store's keys of parts that are already written. */
export async function listPartKeys(executor: Executor, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ store_key: string }>`
    select store_key from partial_cancellations where order_id = ${orderId}`.execute(executor);
  return rows.map(({ store_key: key }) => key);
}

interface NewPart {
  id: string;
  storeKey: string;
  lines: { id: string; quantity: number; price: number }[];
  refunded: number;
  reason: string;
}

export async function insertPart(tx: Tx, orderId: string, part: NewPart, now: Date): Promise<void> {
  await sql`
    insert into partial_cancellations (id, order_id, store_key, lines, refunded_cents, reason, created_at)
    values (${part.id}, ${orderId}, ${part.storeKey}, ${JSON.stringify(part.lines)}::jsonb, ${part.refunded}, ${part.reason}, ${now})`.execute(
    tx,
  );
  await addPartlyRefunded(tx, orderId, part.refunded, now);
  await cancelQuantities(tx, orderId, part, now);
}
