import { sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';

export interface UnnotifiedRow {
  account_id: string;
  world: World;
  retailer: string;
  recipient: string;
  last_id: number;
  messages: string[];
}

/** Messages to the customer that were not emailed yet. */
export async function findUnnotified(executor: Executor, orderId: string): Promise<UnnotifiedRow | null> {
  const { rows } = await sql<UnnotifiedRow>`
    select o.account_id, o.world, o.retailer,
      concat_ws(' ', o.shipping_address ->> 'first_name', o.shipping_address ->> 'last_name') as recipient, max(m.id) as last_id, array_agg(m.message order by m.id) as messages
    from cases c
      join order_summaries o on o.id = c.order_id
      join case_messages m on m.order_id = c.order_id and m.id > c.told_message_id and m.author <> 'customer'
    where c.order_id = ${orderId} group by o.account_id, o.world, o.retailer, o.shipping_address`.execute(executor);
  return rows[0] ?? null;
}

export async function writeNotified(executor: Executor, orderId: string, messageId: number): Promise<void> {
  await sql`
    update cases set told_message_id = greatest(told_message_id, ${messageId}) where order_id = ${orderId}`.execute(
    executor,
  );
}
