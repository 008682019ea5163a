/** What an order may ask for beyond a plain purchase; `Connector.honours` lists those that a store fulfils. */
export const options = [
  'gift',
  'gift_wrap',
  'shipping_method',
  'delivery_day',
  'delivery_days',
  'no_weekend',
  'no_tax',
  'tax_exemption_opt_out',
  'promo_codes',
  'customs_id',
  'po_number',
  'instructions',
  'offers',
  'card',
  'gift_balance',
] as const;
export type Option = (typeof options)[number];
