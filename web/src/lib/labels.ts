import { eventTypes, failureReasons } from '../../../sdk/src/index.ts';

/** Status labels with their colors. */
export type Tone = 'neutral' | 'busy' | 'good' | 'warn' | 'bad';

export interface Label {
  label: string;
  tone: Tone;
}

export const orderStatusLabels = {
  pending: { label: 'Pending', tone: 'neutral' },
  in_progress: { label: 'Buying', tone: 'busy' },
  order_placed: { label: 'Placed', tone: 'good' },
  order_failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
  cancelled_by_retailer: { label: 'Canceled by store', tone: 'warn' },
} as const satisfies Record<string, Label>;

/** Where an order is. A placed order is where its packages are. */
export const orderPlaceLabels = {
  pending: orderStatusLabels.pending,
  in_progress: orderStatusLabels.in_progress,
  preparing: { label: 'Preparing', tone: 'busy' },
  on_the_way: { label: 'In transit', tone: 'busy' },
  late: { label: 'Late', tone: 'warn' },
  delivered: { label: 'Delivered', tone: 'good' },
  undeliverable: { label: 'Lost', tone: 'bad' },
  order_failed: orderStatusLabels.order_failed,
  cancelled: orderStatusLabels.cancelled,
  cancelled_by_retailer: orderStatusLabels.cancelled_by_retailer,
} as const satisfies Record<string, Label>;

interface Placed {
  status: keyof typeof orderStatusLabels;
  tracking_numbers: readonly { status: string }[];
  /** Missing in rows that only refer to an order. */
  late?: object | null;
  is_late?: boolean;
}

export function placeOf({
  status,
  tracking_numbers: parcels,
  late,
  is_late: isLate,
}: Placed): keyof typeof orderPlaceLabels {
  if (status !== 'order_placed') return status;
  if (parcels.some((parcel) => parcel.status === 'undeliverable')) return 'undeliverable';
  if (parcels.length > 0 && parcels.every((parcel) => parcel.status === 'delivered')) return 'delivered';
  if (late || isLate) return 'late';
  const isMoving = parcels.some((parcel) => parcel.status === 'in_transit' || parcel.status === 'delivered');
  return isMoving ? 'on_the_way' : 'preparing';
}

export const waitingLabels = {
  account: 'Waiting for the retailer account',
  code: 'Waiting for an emailed code',
  retailer: 'Store disabled',
  action: 'Action required',
  policy: 'Purchases frozen',
  hold: 'Paused in the sandbox',
  retry: 'Retrying soon',
} as const;

/** Order statuses in rows that only refer to an order: batch rows and cases. */
export const orderPlaceOf = <Status extends string>(of: {
  order_status: Status;
  tracking_statuses: readonly string[];
  is_late: boolean;
  waiting_for?: keyof typeof waitingLabels | null;
}) => ({
  status: of.order_status,
  is_late: of.is_late,
  waiting_for: of.waiting_for ?? null,
  tracking_numbers: of.tracking_statuses.map((status) => ({ status })),
});

export const itemStatusLabels = {
  pending: { label: 'Pending', tone: 'neutral' },
  processing: { label: 'Buying', tone: 'busy' },
  ordered: { label: 'Ordered', tone: 'good' },
  shipped: { label: 'Shipped', tone: 'busy' },
  delivered: { label: 'Delivered', tone: 'good' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'bad' },
} as const satisfies Record<string, Label>;

export const trackingStatusLabels = {
  pending: { label: 'Label created', tone: 'neutral' },
  in_transit: { label: 'In transit', tone: 'busy' },
  delivered: { label: 'Delivered', tone: 'good' },
  undeliverable: { label: 'Lost', tone: 'bad' },
} as const satisfies Record<string, Label>;

export const returnStatusLabels = {
  open: { label: 'Open', tone: 'busy' },
  approved: { label: 'Approved', tone: 'good' },
  denied: { label: 'Denied', tone: 'bad' },
  credited: { label: 'Credited', tone: 'good' },
} as const satisfies Record<string, Label>;

export const returnReasonLabels = {
  damaged: 'Arrived damaged',
  defective: 'Defective',
  wrong_item: 'Wrong item',
  wrong_size: 'Wrong size',
  not_as_described: 'Not as described',
  not_delivered: 'Never arrived',
  empty_box: 'The box was empty',
  no_longer_needed: 'No longer needed',
  forced_cancellation: 'Should have been canceled',
  other: 'Something else',
} as const;

export const failureTexts: Record<string, { title: string; advice: string }> = failureReasons;

export const batchStatusLabels = {
  pending: { label: 'Pending', tone: 'neutral' },
  processing: { label: 'Ordering', tone: 'busy' },
  completed: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
} as const satisfies Record<string, Label>;

export const batchRowStatusLabels = {
  pending: { label: 'Pending', tone: 'busy' },
  placed: { label: 'Placed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
} as const satisfies Record<string, Label>;

export const deliveryStatusLabels = {
  pending: { label: 'Pending', tone: 'busy' },
  retrying: { label: 'Retrying', tone: 'warn' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  stopped: { label: 'Stopped', tone: 'warn' },
} as const satisfies Record<string, Label>;

export const webhookEventLabels = {
  request_succeeded: { title: 'Request succeeded' },
  request_failed: { title: 'Request failed' },
  tracking_obtained: { title: 'Tracking number received' },
  tracking_updated: { title: 'Tracking updated' },
  status_updated: { title: 'Status updated' },
  case_updated: { title: 'Case updated' },
  ...eventTypes,
} as const;

export const caseStateLabels = {
  open: { label: 'Open', tone: 'busy' },
  closed: { label: 'Closed', tone: 'neutral' },
} as const satisfies Record<string, Label>;

export const caseReasonLabels = {
  'return.request_label': 'I need a return label',
  'nondelivery.not_delivered': "It didn't arrive",
  'nondelivery.damaged': 'It arrived damaged',
  'nondelivery.empty_box': 'The box was empty',
  'tracking.request_update': 'Where is the package?',
  'cancel.forced_cancellation': 'Please cancel the order',
  other: 'Something else',
} as const;

/** "Order placed" for `order_placed`: for values that have no label yet. */
export function humanizeName(name: string): string {
  const words = name.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Who reported a milestone of an order. */
export const timelineSourceLabels = { service: 'Errand', retailer: 'Store', carrier: 'Carrier' } as const;

interface Sent {
  status: string;
  attempts: number;
  response_status: number | null;
  error?: string | null;
}

/** A pending webhook delivery that failed before is retrying. */
export const deliveryStatusOf = ({ status, attempts, error, response_status: answer }: Sent): string =>
  status === 'pending' && (attempts > 0 || answer !== null || Boolean(error)) ? 'retrying' : status;
