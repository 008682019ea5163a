import { sql } from 'kysely';
import type { Executor, Tx } from '../../../platform/database/index.ts';
import { addPartlyRefunded, cancelQuantities } from '../../orders/orders/index.ts';

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
