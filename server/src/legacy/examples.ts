const address = {
  first_name: 'Jane',
  last_name: 'Doe',
  address_line1: '1 Market St',
  zip_code: '94105',
  city: 'San Francisco',
  state: 'CA',
  country: 'US',
  phone_number: '+14155550123',
};

export const exampleRequest = {
  retailer: 'walmart',
  products: [{ product_id: '986325010', quantity: 1 }],
  shipping_address: address,
  is_gift: false,
  max_price: 5000,
};

export const exampleOrderNames = {
  request_id: '0b9c1c5e6d0f4c1b9f432f6f4b7f1a52',
  client_notes: null,
  occurred_at: '2026-08-21T10:00:02.000Z',
};

/** Names in a return or a cancellation. */
export const exampleNames = {
  ...exampleOrderNames,
  request_id: '3f0d5a6e8c1b4f579a2e7b6c5d4e3f2a',
  order_request_id: exampleOrderNames.request_id,
};

export const exampleProcessing = {
  _type: 'error',
  code: 'request_processing',
  message: 'The order is still being processed. Check again in a moment.',
  data: { order_status: 'pending' },
  ...exampleOrderNames,
};

export const exampleOrderAnswer = {
  _type: 'order_response',
  order_status: 'order_placed',
  ...exampleOrderNames,
  price_components: {
    currency: 'USD',
    payment_currency: 'USD',
    subtotal: 2100,
    shipping: 0,
    tax: 181,
    fees: 0,
    total: 2281,
    converted_payment_total: 2281,
  },
  merchant_order_ids: [
    {
      merchant_order_id: '2000123-12345678',
      merchant: 'walmart',
      account: 'managed',
      placed_at: '2026-08-21T10:00:02.000Z',
    },
  ],
  tracking: [],
  delivery_dates: [{ delivery_date: '2026-08-26', products: [{ product_id: '986325010', quantity: 1 }] }],
  request: exampleRequest,
};
