import { plainFieldsOf } from './fields.ts';

/** One believable order, for the reference and for the answer that brings a new sandbox key. */
export const exampleAddress = {
  first_name: 'Jane',
  last_name: 'Doe',
  address_line1: '1 Market St',
  address_line2: null,
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94105',
  country: 'US',
  phone_number: '+14155550123',
};

export const exampleOrder = (url: string) => ({
  products: [{ url, quantity: 1 }],
  shipping_address: exampleAddress,
  max_price: 5000,
});

const at = '2026-08-21T10:00:00.000Z';

export const exampleOrderView = {
  id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  status: 'pending' as const,
  max_price: 5000,
  currency: 'USD',
  attempts: 0,
  items: [
    {
      id: '6a2f41a3-c54c-4b8a-8b8a-0d1e2f3a4b5c',
      url: 'https://www.walmart.com/ip/986325010',
      quantity: 1,
      variant: null,
      condition_in: ['New' as const],
      condition_not_in: [],
      status: 'pending' as const,
      cancelled_quantity: 0,
      unit_price_cents: null,
      error_type: null,
      cancellation_reason: null,
      created_at: at,
      updated_at: at,
    },
  ],
  shipping_address: exampleAddress,
  ...plainFieldsOf({ metadata: { your_reference: '1001' } }),
  retailer: 'walmart',
  retailer_credentials_id: null,
  waiting_for: null,
  last_attempt: null,
  next_action: null,
  next_step: 'Wait: the order is being bought. Look again after poll_after_ms.',
  poll_after_ms: 1000,
  job_result: null,
  merchant_order_ids: [],
  tracking_numbers: [],
  returns: [],
  created_at: at,
  updated_at: at,
};
