import { dayMs } from '../../../../kit/clock.ts';
import { townLine } from '../../../../kit/town-line.ts';

/** `accepted`: the order was created. */
export type PaymentState = 'requires_action' | 'authorized' | 'accepted' | 'expired' | 'failed';

export const paymentStatuses = ['requires_action', 'authorized', 'placed', 'expired', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** How long the link is valid. */
export const payWithinMs = dayMs;

/** The status for clients: the order's, once there is one. */
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

/** Enough to recognize an address, without name and street. */
export const summaryOf = ({ city, state, postal_code: postalCode, country }: Address): string =>
  [townLine({ city, state, postalCode, country: country.toUpperCase() }), country.toUpperCase()].join(', ');
