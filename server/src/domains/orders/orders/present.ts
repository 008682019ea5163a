import { fieldsOf, textOf } from '../../../kit/fields.ts';
import { openAction, shownPrice } from './actions/index.ts';
import type { ShippingAddress } from './address.ts';
import type { CheckpointRow, FullOrder, ItemRow, JobResult, LastAttempt, OrderReturn, ShipmentRow } from './rows.ts';

const moment = (text: string): string => new Date(text).toISOString();

export function presentItem(item: ItemRow) {
  return {
    id: item.id,
    url: item.url,
    quantity: item.quantity,
    variant: item.variant,
    condition_in: item.condition_in,
    condition_not_in: item.condition_not_in,
    status: item.status,
    cancelled_quantity: item.cancelled_quantity,
    unit_price_cents: item.unit_price_cents,
    error_type: item.error_type,
    cancellation_reason: item.cancellation_reason,
    created_at: moment(item.created_at),
    updated_at: moment(item.updated_at),
  };
}

export function presentCheckpoint(checkpoint: CheckpointRow) {
  return {
    checkpoint_time: checkpoint.checkpoint_time,
    status: checkpoint.status,
    message: checkpoint.message,
    city: checkpoint.city,
    state: checkpoint.state,
    country: checkpoint.country,
    zip: checkpoint.zip,
    location: checkpoint.location,
  };
}

export function presentShipment(shipment: ShipmentRow) {
  return {
    id: shipment.id,
    // The API promises strings: empty if the store doesn't say.
    carrier: shipment.carrier ?? '',
    tracking_number: shipment.tracking_number ?? '',
    status: shipment.status,
    estimated_delivery_date: shipment.estimated_delivery_date,
    checkpoints: shipment.checkpoints.map(presentCheckpoint),
    created_at: moment(shipment.created_at),
  };
}

/** Events of all parcels, newest first. */
export const presentTrackingEvents = ({ shipments }: FullOrder) =>
  shipments
    .map(presentShipment)
    .flatMap(({ carrier, tracking_number, checkpoints }) =>
      checkpoints.map((checkpoint) => ({ carrier, tracking_number, ...checkpoint })),
    )
    .sort((left, right) => (left.checkpoint_time < right.checkpoint_time ? 1 : -1));

export function presentAddress(address: ShippingAddress) {
  return {
    first_name: address.first_name,
    last_name: address.last_name,
    address_line1: address.address_line1,
    address_line2: address.address_line2,
    city: address.city,
    state: address.state,
    postal_code: address.postal_code,
    country: address.country,
    phone_number: address.phone_number,
  };
}

export function presentReturn(returned: OrderReturn) {
  return {
    id: returned.id,
    status: returned.status,
    reason: returned.reason,
    created_at: returned.created_at,
    updated_at: returned.updated_at,
  };
}

/** The store's order numbers, and who placed them. */
export function merchantOrdersOf(order: FullOrder) {
  const { email } = fieldsOf(order.legacy_request?.retailer_credentials);
  return order.merchant_order_ids.map((id) => ({
    merchant_order_id: id,
    merchant: order.retailer,
    account: order.paid_by_client ? (textOf(email) ?? '') : (order.retailer_credentials_id ?? 'managed'),
    placed_at: order.ended_at?.toISOString() ?? null,
  }));
}

const presentPrice = (price: NonNullable<JobResult['price_components']>) => ({
  ...shownPrice(price),
  currency: price.currency,
  ...(price.payment_currency === undefined
    ? {}
    : {
        payment_currency: price.payment_currency,
        converted_payment_total: price.converted_payment_total ?? price.total,
      }),
});

export function presentResult(result: JobResult, order: FullOrder) {
  const price = result.price_components;
  return {
    success: result.success,
    error: result.error,
    error_type: result.error_type,
    error_details: result.error_details,
    price_components: price && presentPrice(price),
    estimated_delivery: result.estimated_delivery,
    merchant_order_ids: merchantOrdersOf(order),
  };
}

/** A closed order waits for nothing. One with an open action waits for the answer first. */
export function waitingForOf(order: FullOrder): FullOrder['waiting_for'] {
  if (order.status !== 'pending' && order.status !== 'in_progress') return null;
  return openAction(order.questions) ? 'action' : order.waiting_for;
}

export const presentAttempt = ({ at, reason, message }: LastAttempt) => ({ at, reason, message });

export function presentTestProduct(product: {
  url: string;
  scenario: string;
  name: string;
  isSynchronousError: boolean;
}) {
  return {
    url: product.url,
    scenario: product.scenario,
    name: product.name,
    is_synchronous_error: product.isSynchronousError,
  };
}

export const presentTestCard = (card: { id: string; scenario: string; name: string; isSynchronousError: boolean }) => ({
  payment_method: card.id,
  scenario: card.scenario,
  name: card.name,
  is_synchronous_error: card.isSynchronousError,
});
