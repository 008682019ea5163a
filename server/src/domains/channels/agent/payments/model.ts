import { dayMs } from '../../../../kit/clock.ts';
import { townLine } from '../../../../kit/town-line.ts';

/** How a payment stands in our books; `accepted` once an order was made. */
export type PaymentState = 'requires_action' | 'authorized' | 'accepted' | 'expired' | 'failed';

export const paymentStatuses = ['requires_action', 'authorized', 'placed', 'expired', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** How long a person has to open the link and pay. */
export const payWithinMs = dayMs;

/** What a client sees: once there is an order, that one tells. */
export function statusOf(state: PaymentState, order: string | null): PaymentStatus {
  if (state !== 'accepted') return state;
  if (order === 'order_placed' || order === 'cancelled_by_retailer') return 'placed';
  return order === 'order_failed' || order === 'cancelled' ? 'failed' : 'authorized';
}

interface Address {
  city: string;
  state?: string | null | undefined;
  postal_code: string;
  country: string;
}

/** Enough to recognise an address by, and neither a name nor a street. */
export const summaryOf = ({ city, state, postal_code: postalCode, country }: Address): string =>
  [townLine({ city, state, postalCode, country: country.toUpperCase() }), country.toUpperCase()].join(', ');
