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

  it('have a limited length, and stop being read after ten problems', () => {
    const long = 'x'.repeat(501);
    expect(findProblems(inputs.search_products, { query: long })).toEqual(['query must have at most 500 characters']);
    const named = { ...order, idempotency_key: 'x'.repeat(256) };
    expect(findProblems(inputs.place_order, named)).toEqual(['idempotency_key must have at most 255 characters']);
    const noted = { order_id: 'x'.repeat(4001) };
    expect(findProblems(inputs.get_order, noted)).toEqual(['order_id must have at most 4000 characters']);
    const many = { ...order, products: Array.from({ length: 1001 }, () => order.products[0]) };
    expect(findProblems(inputs.place_order, many)).toEqual(['products must have at most 1000 entries']);
    const wrong = { ...order, products: Array.from({ length: 1000 }, () => 7) };
    expect(findProblems(inputs.place_order, wrong)).toHaveLength(10);
    const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, 1]));
    expect(findProblems(inputs.get_wallet, fields)).toHaveLength(10);
  });
});
