import { type CheckpointRow, type FullOrder, presentCheckpoint } from '../../orders/orders/index.ts';
import { latestDate, removeRecipient } from './model.ts';

/**
 * What anyone with the order's ID may see, as an allow-list. Never the recipient's name or phone number, not even in a carrier's
 * text.
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
      // Some people write their name here.
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
