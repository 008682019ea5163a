import { type CheckpointRow, type FullOrder, presentCheckpoint } from '../../orders/orders/index.ts';
import { latestDate, removeRecipient } from './model.ts';

/**
 * What anyone who holds the order's id may see: an allow-list. The recipient's name and phone never are on it, not even
 * inside what a carrier wrote.
 */
export function publicTrackingView(order: FullOrder) {
  const address = order.shipping_address;
  const recipient = { names: [address.first_name, address.last_name], phone: address.phone_number };
  const clean = (text: string): string => removeRecipient(text, recipient);
  const cleanOrNull = (text: string | null): string | null => (text === null ? null : clean(text));
  const checkpoint = (row: CheckpointRow) => ({
    ...presentCheckpoint(row),
    message: clean(row.message),
    location: cleanOrNull(row.location),
  });
  return {
    order_id: order.id,
    current_status: order.status,
    estimated_delivery_date:
      latestDate(order.shipments.map((shipment) => shipment.estimated_delivery_date)) ?? order.estimated_delivery,
    destination: {
      // People write their names here too.
      address_line1: clean(address.address_line1),
      address_line2: cleanOrNull(address.address_line2),
      city: address.city,
      state: address.state,
      postal_code: address.postal_code,
      country: address.country,
    },
    shipments: order.shipments.map((shipment) => ({
      carrier: shipment.carrier ?? '',
      tracking_number: shipment.tracking_number ?? '',
      status: shipment.status,
      estimated_delivery_date: shipment.estimated_delivery_date,
      checkpoints: shipment.checkpoints.map(checkpoint),
    })),
    items: order.items.map((item) => ({
      url: item.url,
      quantity: item.quantity,
      variant: item.variant,
      status: item.status,
    })),
  };
}

export type PublicView = ReturnType<typeof publicTrackingView>;
