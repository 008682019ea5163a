import { describe, expect, it } from 'vitest';
import { inputs } from './schema.ts';
import { findProblems } from './tool-schema.ts';

const order = {
  products: [{ url: 'https://www.walmart.com/ip/1', quantity: 1 }],
  shipping_address: {
    first_name: 'Jane',
    last_name: 'Doe',
    address_line1: '1 Market St',
    city: 'San Francisco',
    postal_code: '94105',
    country: 'US',
    phone_number: '+14155550123',
  },
};

describe('the arguments of a tool', () => {
  it.each([
    [inputs.place_order, order, []],
    [inputs.place_order, {}, ['products is required', 'shipping_address is required']],
    [inputs.place_order, { ...order, products: {} }, ['products must be a list']],
    [
      inputs.place_order,
      { ...order, products: [{ url: 7 }, 'x'] },
      ['products[0].url must be a string', 'products[1] must be an object'],
    ],
    [inputs.place_order, { ...order, is_gift: 'yes' }, ['is_gift must be true or false']],
    [inputs.get_wallet, { surprise: true }, ['surprise is not a known field']],
    [inputs.get_wallet, null, ['The value must be an object']],
    [inputs.get_wallet, [], ['The value must be an object']],
    [inputs.list_orders, { limit: 50 }, []],
    [inputs.list_orders, { limit: 51 }, ['limit must be at most 50']],
    [inputs.list_orders, { limit: 0 }, ['limit must be at least 1']],
    [inputs.list_orders, { limit: 1.5 }, ['limit must be an integer']],
    [
      inputs.request_return,
      { order_id: 'o', items: [], reason: 'bored' },
      [expect.stringContaining('reason must be one of')],
    ],
    [inputs.answer_action, { order_id: 'o', action_id: 'a', answer: { any: ['thing'] } }, []],
  ])('%#', (schema, given, problems) => {
    expect(findProblems(schema, given)).toEqual(problems);
  });
});
