import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';

/** What was bought and paid stays; to whom it went and what was said about it goes. Orders that are not over are left alone. */
export async function eraseOrdersOf(executor: Executor, accountId: string): Promise<void> {
  const isOver = sql`outcome is not null`;
  await sql`
    update shipments set checkpoints = '[]'
    where order_id in (select id from orders where account_id = ${accountId} and ${isOver})`.execute(executor);
  await sql`
    delete from order_secrets where order_id in (
      select id from orders where account_id = ${accountId} and ${isOver})`.execute(executor);
  await sql`
    update orders set metadata = '{}', po_number = null, tax_id = null, gift_message = null, customer_email = null, options = '{}',
      legacy_request = null, checkout_sealed = null, purchase_note_sealed = null, doubt = null, last_attempt = null, failed_attempts = null, shipping_address = jsonb_build_object('first_name', '', 'last_name', '', 'address_line1', '',
        'address_line2', null, 'city', '', 'state', null, 'postal_code', '', 'country', shipping_address -> 'country',
        'phone_number', null)
    where account_id = ${accountId} and ${isOver}`.execute(executor);
}

export async function hasOpenOrders(executor: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders where account_id = ${accountId} and outcome is null limit 1`.execute(executor);
  return rows.length === 1;
}
