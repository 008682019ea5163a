/** A realistic order, for the reference and for new sandbox keys. */
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
