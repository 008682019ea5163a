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
  undeliverable: { label: 'Undeliverable', tone: 'bad' },
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

/** `cancelled_by_retailer` as "Cancelled by retailer", for words that the service may add later. */
export function plainWords(name: string): string {
  const words = name.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
