/** How a simulated store can misbehave for one order, as the header `Errand-Test-Fault` names it. */
export const testFaults = [
  'store_timeout_before_submit',
  'store_timeout_after_submit',
  'store_outage',
  'rate_limited',
  'price_rise',
  'out_of_stock',
  'cart_differs',
  'late_sale',
  'payment_declined',
  'account_locked',
  'lost_parcel',
  'retailer_cancels',
] as const;
export type TestFault = (typeof testFaults)[number];
