/** Statuses in words for people, with the tone in which they are shown. */
export type Tone = 'neutral' | 'busy' | 'good' | 'warn' | 'bad';

export interface Word {
  label: string;
  tone: Tone;
}

export const orderStatusWords = {
  pending: { label: 'Waiting', tone: 'neutral' },
  in_progress: { label: 'Buying', tone: 'busy' },
  order_placed: { label: 'Placed', tone: 'good' },
  order_failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  cancelled_by_retailer: { label: 'Cancelled by retailer', tone: 'warn' },
} as const satisfies Record<string, Word>;

/** Where an order is: one that is placed is told by its parcels. */
export const orderPlaceWords = {
  pending: orderStatusWords.pending,
  in_progress: orderStatusWords.in_progress,
  preparing: { label: 'Being packed', tone: 'busy' },
  on_the_way: { label: 'On its way', tone: 'busy' },
  delivered: { label: 'Delivered', tone: 'good' },
  undeliverable: { label: 'Lost', tone: 'bad' },
  order_failed: orderStatusWords.order_failed,
  cancelled: orderStatusWords.cancelled,
  cancelled_by_retailer: orderStatusWords.cancelled_by_retailer,
} as const satisfies Record<string, Word>;

interface Placed {
  status: keyof typeof orderStatusWords;
  tracking_numbers: readonly { status: string }[];
}

export function placeOf({ status, tracking_numbers: parcels }: Placed): keyof typeof orderPlaceWords {
  if (status !== 'order_placed') return status;
  if (parcels.some((parcel) => parcel.status === 'undeliverable')) return 'undeliverable';
  if (parcels.length > 0 && parcels.every((parcel) => parcel.status === 'delivered')) return 'delivered';
  const isMoving = parcels.some((parcel) => parcel.status === 'in_transit' || parcel.status === 'delivered');
  return isMoving ? 'on_the_way' : 'preparing';
}

/** The same of what tells of an order without being one: a row of a batch, a case. */
export const standingOf = <Status extends string>(of: {
  order_status: Status;
  tracking_statuses: readonly string[];
}): { status: Status; tracking_numbers: { status: string }[] } => ({
  status: of.order_status,
  tracking_numbers: of.tracking_statuses.map((status) => ({ status })),
});

export const itemStatusWords = {
  pending: { label: 'Waiting', tone: 'neutral' },
  processing: { label: 'Buying', tone: 'busy' },
  ordered: { label: 'Ordered', tone: 'good' },
  shipped: { label: 'Shipped', tone: 'busy' },
  delivered: { label: 'Delivered', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'bad' },
} as const satisfies Record<string, Word>;

export const trackingStatusWords = {
  pending: { label: 'Label made', tone: 'neutral' },
  in_transit: { label: 'On its way', tone: 'busy' },
  delivered: { label: 'Delivered', tone: 'good' },
  undeliverable: { label: 'Lost', tone: 'bad' },
} as const satisfies Record<string, Word>;

export const returnStatusWords = {
  open: { label: 'Open', tone: 'busy' },
  approved: { label: 'Approved', tone: 'good' },
  denied: { label: 'Denied', tone: 'bad' },
  credited: { label: 'Credited', tone: 'good' },
} as const satisfies Record<string, Word>;

export const returnReasonWords = {
  damaged: 'Arrived damaged',
  defective: 'Does not work',
  wrong_item: 'Wrong item',
  wrong_size: 'Wrong size',
  not_as_described: 'Not as described',
  not_delivered: 'Never arrived',
  empty_box: 'The box was empty',
  no_longer_needed: 'No longer needed',
  forced_cancellation: 'Should have been cancelled',
  other: 'Something else',
} as const;

/** Why an order failed, and what to do about it. */
export const failureWords: Record<string, { title: string; advice: string }> = {
  product_not_found: { title: 'No such product', advice: 'Check the link: the retailer has no product there.' },
  product_out_of_stock: { title: 'Sold out', advice: 'Order again later, or choose another offer.' },
  product_unavailable: { title: 'Not sold right now', advice: 'Choose another offer or another condition.' },
  product_variant_required: { title: 'A choice is missing', advice: 'Order again and choose size, colour and so on.' },
  product_variant_unavailable: { title: 'This variant is not sold', advice: 'Order again with another variant.' },
  product_quantity_unavailable: { title: 'Not that many in stock', advice: 'Order again with a smaller quantity.' },
  quantity_limit_exceeded: {
    title: 'Too many at once',
    advice: 'The retailer sells fewer per order: lower the quantity.',
  },
  max_price_exceeded: { title: 'More expensive than allowed', advice: 'Order again with a higher maximum price.' },
  shipping_unavailable: { title: 'Does not ship there', advice: 'Choose another address or another retailer.' },
  shipping_address_invalid: { title: 'The address was refused', advice: 'Check the address and order again.' },
  handling_days_exceeded: { title: 'Too slow', advice: 'Allow more handling days, or choose another offer.' },
  gift_option_unavailable: { title: 'Cannot be sent as a gift', advice: 'Order again without the gift options.' },
  payment_declined: {
    title: 'The payment was declined',
    advice: 'Check the means of payment of the retailer account.',
  },
  login_failed: { title: 'Log-in failed', advice: 'Check the password of the retailer account.' },
  account_locked: { title: 'The retailer account is locked', advice: 'Unlock it at the retailer, then order again.' },
  account_verification_required: {
    title: 'The retailer asked for a code',
    advice: 'Set up forwarding or TOTP for the retailer account, then order again.',
  },
  retailer_unavailable: { title: 'The retailer did not answer', advice: 'Order again later.' },
  retailer_rate_limited: { title: 'The retailer slowed us down', advice: 'Order again later.' },
  checkout_failed: { title: 'The checkout failed', advice: 'Order again; if it happens twice, open a case.' },
  outcome_unknown: { title: 'The outcome is not known', advice: 'An operator looks into it. Do not order again yet.' },
  timed_out: { title: 'It took too long', advice: 'Order again later.' },
};

export const batchStatusWords = {
  pending: { label: 'Waiting', tone: 'neutral' },
  processing: { label: 'Ordering', tone: 'busy' },
  completed: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
} as const satisfies Record<string, Word>;

export const batchRowStatusWords = {
  pending: { label: 'On its way', tone: 'busy' },
  placed: { label: 'Placed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
} as const satisfies Record<string, Word>;

export const deliveryStatusWords = {
  pending: { label: 'Waiting', tone: 'busy' },
  retrying: { label: 'Failed, tried again', tone: 'warn' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Given up', tone: 'bad' },
  stopped: { label: 'Stopped', tone: 'warn' },
} as const satisfies Record<string, Word>;

export const webhookEventWords = {
  request_succeeded: 'Request succeeded',
  request_failed: 'Request failed',
  tracking_obtained: 'Tracking obtained',
  tracking_updated: 'Tracking updated',
  status_updated: 'Status updated',
  case_updated: 'Case updated',
  'order.created': 'Order created',
  'order.placed': 'Order placed',
  'order.failed': 'Order failed',
  'order.cancelled': 'Order cancelled',
  'order.cancelled_by_retailer': 'Cancelled by the retailer',
  'order.action_required': 'Order asks something',
  'tracking.obtained': 'Parcel on its way',
  'tracking.updated': 'Parcel moved',
  'return.updated': 'Return updated',
  'case.updated': 'Messages of a case',
  'bulk.completed': 'Bulk order finished',
  'policy.alert': 'Spending limit near',
  'managed_account.paused': 'Retailer account paused',
} as const;

export const caseStateWords = {
  open: { label: 'Open', tone: 'busy' },
  closed: { label: 'Closed', tone: 'neutral' },
} as const satisfies Record<string, Word>;

export const caseReasonWords = {
  'return.request_label': 'I need a return label',
  'nondelivery.not_delivered': 'It did not arrive',
  'nondelivery.damaged': 'It arrived damaged',
  'nondelivery.empty_box': 'The box was empty',
  'tracking.request_update': 'Where is the parcel?',
  'cancel.forced_cancellation': 'Please cancel the order',
  other: 'Something else',
} as const;

/** `cancelled_by_retailer` as "Cancelled by retailer", for words that the service may add later. */
export function plainWords(name: string): string {
  const words = name.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
