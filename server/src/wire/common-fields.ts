/** Descriptions by name, for fields and parameters whose schema has none. */
export const commonFields: Record<string, string> = {
  id: 'Unique id.',
  created_at: 'When it was created.',
  updated_at: 'When it last changed.',
  expires_at: 'When it expires.',
  limit: 'Maximum number of entries per page.',
  offset: 'Number of entries to skip.',
  total: 'Number of entries in all pages.',
  order_id: 'The order that it belongs to.',
  account_id: 'The customer account that it belongs to.',
  account_email: 'Email address of the customer account.',
  world: 'Mode: `test` is the sandbox, `live` is real money.',
  currency: 'Currency of the amounts (ISO 4217).',
  retailer: 'Id of the retailer, as in GET /retailers.',
  quantity: 'Number of units.',
  'idempotency-key':
    'A unique value for this request. A retry with the same value returns the first response and changes nothing.',
};
