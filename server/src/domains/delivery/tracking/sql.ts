import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';
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
