type StatusText = readonly [headline: string, words: string];
export type PageStatusName =
  | 'ordering'
  | 'failed'
  | 'cancelled'
  | 'cancelledByRetailer'
  | 'delivered'
  | 'undeliverable'
  | 'outForDelivery'
  | 'onItsWay'
  | 'gettingReady'
  | 'late';

export interface TrackingTexts {
  brand: string;
  title(headline: string): string;
  pageStatuses: Record<PageStatusName, StatusText>;
  steps: readonly string[];
  progress: string;
  statuses: Record<
    'pending' | 'in_progress' | 'order_placed' | 'order_failed' | 'cancelled' | 'cancelled_by_retailer',
    string
  >;
  parcels: Record<'pending' | 'in_transit' | 'delivered' | 'undeliverable', string>;
  items: Record<string, string>;
  expected(day: string): string;
  wasExpected(day: string): string;
  parcelOf(index: number, count: number): string;
  yourParcel: string;
  carrier: string;
  sentByStore: string;
  number: string;
  notScanned: string;
  inThisOrder: string;
  goingTo: string;
  itemFrom(host: string): string;
  item: string;
  privacy: string;
  timesInUtc: string;
  timesAreYours: string;
  missing: StatusText;
  mails: Record<'placed' | 'shipped' | 'delivered' | 'cancelled', { subject: string; text(retailer: string): string }>;
  trackOrder: string;
}
