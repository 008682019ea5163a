import type { OrderRow } from '../../../orders/orders/index.ts';
import { statusOf } from './model.ts';
import type { PaymentRow } from './sql.ts';

export const payUrlOf = (publicUrl: string, id: string): string => `${publicUrl}/pay/${id}`;

export function presentPayment(row: PaymentRow, order: OrderRow['status'] | null, publicUrl: string) {
  const status = statusOf(row.status, order);
  return {
    id: row.id,
    status,
    order_id: row.status === 'accepted' ? row.order_id : null,
    pay_url: status === 'requires_action' ? payUrlOf(publicUrl, row.id) : null,
    expires_at: row.expires_at.toISOString(),
    quote: {
      max_price_cents: row.max_price_cents,
      order_fee_cents: row.fee_cents,
      stripe_fee_cents: 0,
      hold_cents: row.max_price_cents + row.fee_cents,
    },
    products: row.products,
    // Programs do not see the address.
    client: { name: row.client, url: null },
    ship_to_summary: row.ship_to_summary,
  };
}
