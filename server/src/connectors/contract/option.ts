/** Options of an order. `Connector.honours` lists those that a store supports. */
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
