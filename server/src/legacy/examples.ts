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

export const exampleProcessing = {
  _type: 'error',
  code: 'request_processing',
  message: 'The order is still being processed. Check again in a moment.',
  data: { order_status: 'pending' },
};

export const exampleOrderAnswer = {
  _type: 'order_response',
  order_status: 'order_placed',
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
