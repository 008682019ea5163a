import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { type Answer, address, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let key: string;
let product: string;
beforeAll(async () => {
  system = await startSystem();
  contract = await readContract(system);
  key = await system.mint();
  product = `${system.url}/shop/products/test-success`;
});
afterAll(() => system.stop());

async function refused(body: unknown) {
  const before = await rowCounts(system.database.db);
  const answer = await contract.post('/orders', key, body);
  expect(await rowCounts(system.database.db)).toEqual(before);
  return answer;
}

const order = (more: Record<string, unknown> = {}) => orderFor(product, more);
const line = (more: Record<string, unknown>) => order({ products: [{ url: product, ...more }] });
const to = (more: Record<string, unknown>) => order({ shipping_address: { ...address, ...more } });
const without = (field: string) => {
  const { [field]: _gone, ...rest } = order() as Record<string, unknown>;
  return rest;
};
const at = (...loc: (string | number)[]) => ['body', ...loc];

describe('POST /orders', () => {
  it('responds with 201 and the order as requested, with defaults filled in', async () => {
    const { quantity: _default, ...bare } = { url: product, quantity: 1 };
    const { country: _us, ...local } = address;
    const answer = await contract.post('/orders', key, {
      products: [bare],
      shipping_address: local,
      max_price: 5000,
      metadata: { reference: '1001', nested: { list: [1, null, true] } },
      po_number: 'PO-7',
      handling_days_max: 3,
      is_gift: true,
      gift_message: 'Happy birthday',
      customer_notifications: { email: 'jane@example.com' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'pending',
      max_price: 5000,
      currency: 'USD',
      attempts: 0,
      metadata: { reference: '1001', nested: { list: [1, null, true] } },
      po_number: 'PO-7',
      handling_days_max: 3,
      is_gift: true,
      gift_message: 'Happy birthday',
      retailer_credentials_id: null,
      job_result: null,
      merchant_order_ids: [],
      tracking_numbers: [],
      returns: [],
      shipping_address: { ...address, address_line2: null },
    });
    expect(answer.body.items).toEqual([
      expect.objectContaining({
        quantity: 1,
        variant: null,
        condition_in: ['New'],
        condition_not_in: [],
        status: 'pending',
      }),
    ]);
    expect(answer.body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(answer.body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(answer.text).not.toContain('jane@example.com');
    const read = await contract.get(`/orders/${answer.body.id}`, key);
    expect(read.body).toEqual(answer.body);
  });

  it('takes the limits themselves', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, index]));
    for (const body of [
      line({ quantity: 100 }),
      order({ metadata: many }),
      order({ is_gift: true, gift_message: 'x'.repeat(240) }),
      order({ products: Array.from({ length: 50 }, () => ({ url: product })) }),
      order({ handling_days_max: 1 }),
      order({ idempotency_key: 'k'.repeat(255) }),
      order({ metadata: { blob: 'x'.repeat(16 * 1024 - 11) } }),
    ]) {
      const answer = await contract.post('/orders', key, body);
      expect(answer.status, answer.text).toBe(201);
    }
  });

  it.each<[string, () => unknown, string, (string | number)[]]>([
    ['no products', () => without('products'), 'missing', at('products')],
    ['no address', () => without('shipping_address'), 'missing', at('shipping_address')],
    ['no max_price', () => without('max_price'), 'missing', at('max_price')],
    ['an empty list', () => order({ products: [] }), 'too_short', at('products')],
    [
      '51 products',
      () => order({ products: Array.from({ length: 51 }, () => ({ url: product })) }),
      'too_long',
      at('products'),
    ],
    ['products as an object', () => order({ products: {} }), 'list_type', at('products')],
    ['a product without url', () => order({ products: [{}] }), 'missing', at('products', 0, 'url')],
    ['an unknown field', () => order({ max_prize: 1 }), 'extra_forbidden', at('max_prize')],
    ['an unknown field of a product', () => line({ colour: 'red' }), 'extra_forbidden', at('products', 0, 'colour')],
    ['an unknown field of the address', () => to({ zip: '1' }), 'extra_forbidden', at('shipping_address', 'zip')],
    ['quantity 0', () => line({ quantity: 0 }), 'greater_than_equal', at('products', 0, 'quantity')],
    ['quantity 101', () => line({ quantity: 101 }), 'less_than_equal', at('products', 0, 'quantity')],
    ['quantity 1.5', () => line({ quantity: 1.5 }), 'int_type', at('products', 0, 'quantity')],
    ['quantity "1"', () => line({ quantity: '1' }), 'int_type', at('products', 0, 'quantity')],
    ['an unknown condition', () => line({ condition_in: ['Mint'] }), 'enum', at('products', 0, 'condition_in', 0)],
    ['no wanted condition', () => line({ condition_in: [] }), 'too_short', at('products', 0, 'condition_in')],
    [
      'a condition both wanted and refused',
      () => line({ condition_in: ['New'], condition_not_in: ['New'] }),
      'value_error',
      at('products', 0, 'condition_not_in'),
    ],
    [
      'a half variant',
      () => line({ variant: [{ label: 'Size' }] }),
      'missing',
      at('products', 0, 'variant', 0, 'value'),
    ],
    ['max_price 0', () => order({ max_price: 0 }), 'greater_than_equal', at('max_price')],
    ['max_price "5000"', () => order({ max_price: '5000' }), 'int_type', at('max_price')],
    ['max_price 50.5', () => order({ max_price: 50.5 }), 'int_type', at('max_price')],
    ['no state for US', () => to({ state: undefined }), 'missing', at('shipping_address', 'state')],
    ['a blank state for US', () => to({ state: ' ' }), 'missing', at('shipping_address', 'state')],
    ['no phone', () => to({ phone_number: undefined }), 'missing', at('shipping_address', 'phone_number')],
    ['an empty name', () => to({ first_name: '' }), 'string_too_short', at('shipping_address', 'first_name')],
    ['a long name', () => to({ last_name: 'x'.repeat(101) }), 'string_too_long', at('shipping_address', 'last_name')],
    ['a name as number', () => to({ last_name: 5 }), 'string_type', at('shipping_address', 'last_name')],
    ['country "usa"', () => to({ country: 'usa' }), 'string_pattern_mismatch', at('shipping_address', 'country')],
    ['a gift message without is_gift', () => order({ gift_message: 'Hi' }), 'value_error', at('gift_message')],
    [
      'a long gift message',
      () => order({ is_gift: true, gift_message: 'x'.repeat(241) }),
      'string_too_long',
      at('gift_message'),
    ],
    ['is_gift "yes"', () => order({ is_gift: 'yes' }), 'bool_parsing', at('is_gift')],
    [
      '51 keys of metadata',
      () => order({ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1])) }),
      'too_long',
      at('metadata'),
    ],
    ['metadata over 16 KiB', () => order({ metadata: { blob: 'é'.repeat(8200) } }), 'value_error', at('metadata')],
    ['metadata as a list', () => order({ metadata: [] }), 'dict_type', at('metadata')],
    ['handling_days_max 0', () => order({ handling_days_max: 0 }), 'greater_than_equal', at('handling_days_max')],
    ['a mail address without @', () => notify({ email: 'jane' }), 'value_error', at('customer_notifications', 'email')],
    ['notifications without mail', () => notify({}), 'missing', at('customer_notifications', 'email')],
    ['notifications with more', () => notify({ sms: '1' }), 'extra_forbidden', at('customer_notifications', 'sms')],
    ['a url that is none', () => line({ url: 'walmart' }), 'value_error', at('products', 0, 'url')],
    ['an idempotency key of 256', () => keyed('k'.repeat(256)), 'string_too_long', at('idempotency_key')],
    ['an idempotency key with a line break', () => keyed('a\nb'), 'value_error', at('idempotency_key')],
    [
      'credentials of no known form',
      () => order({ retailer_credentials_id: 'mine' }),
      'string_pattern_mismatch',
      at('retailer_credentials_id'),
    ],
    ['a list as body', () => [], 'dict_type', at()],
    ['nothing as body', () => undefined, 'missing', at()],
    ['half of JSON', () => '{"products": [', 'json_invalid', at(14)],
  ])('refuses %s with a 422', async (_name, body, type, loc) => {
    const answer = await refused(body());
    expect(answer.status, answer.text).toBe(422);
    expect(answer.body.detail).toContainEqual({ loc, msg: expect.any(String), type });
  });

  const notify = (customer_notifications: unknown) => order({ customer_notifications });
  const keyed = (idempotency_key: string) => order({ idempotency_key });

  it('lists every problem at once', async () => {
    const body = {
      products: [{ quantity: 0 }, { url: product, condition_in: ['New'], condition_not_in: ['New'] }],
      max_price: 'x',
      shipping_address: {},
      gift_message: 'Hi',
      metadata: { blob: 'x'.repeat(17_000) },
      payment: { mode: 'wallet', payment_method: 'pm_1' },
      oops: 1,
    };
    const names = ['first_name', 'last_name', 'address_line1', 'city', 'state', 'postal_code', 'phone_number'];
    const between = ['gift_message', 'metadata', 'payment.payment_method', 'products.1.condition_not_in'];
    const fields = ['oops', 'max_price', 'products.0.url', 'products.0.quantity', ...between];
    const places = [...fields, ...names.map((name) => `shipping_address.${name}`)].map((place) => `body.${place}`);
    const placesOf = ({ body: { detail } }: Answer) => detail.map(({ loc }: { loc: unknown[] }) => loc.join('.'));
    const answer = await refused(body);
    expect(answer.status).toBe(422);
    expect(placesOf(answer).sort()).toEqual(places.sort());
    for (const path of ['/orders/quote', '/policy/simulate', '/agent/orders']) {
      expect(placesOf(await contract.post(path, key, body)).sort(), path).toEqual(places);
    }
    const wrong = { ...order({ gift_message: 5, metadata: 5, payment: 5, products: {} }), shipping_address: 5 };
    const types = ['dict_type', 'dict_type', 'dict_type', 'list_type', 'string_type'];
    expect((await refused(wrong)).body.detail.map(({ type }: { type: string }) => type).sort()).toEqual(types);
  });

  it.each<[string, () => unknown, number, string]>([
    ['a shop that nobody serves', () => orderFor('https://unknown.example/p/1'), 400, 'unsupported_retailer'],
    ['a path that is no product', () => orderFor('https://www.walmart.com/'), 400, 'url_unreachable'],
    ['two retailers', () => mixed(), 400, 'mixed_retailers'],
    ['two retailers, one by a path that is no product', () => mixed('https://www.target.com/'), 400, 'mixed_retailers'],
    ['a country out of reach', () => to({ country: 'FR' }), 400, 'unsupported_country'],
    ['a retailer that does not ship there', () => walmartTo('DE'), 400, 'unsupported_country'],
    ['a bad postal code', () => to({ postal_code: '9410' }), 400, 'invalid_shipping_address'],
    ['a bad German postal code', () => to({ country: 'DE', postal_code: 'SW1A' }), 400, 'invalid_shipping_address'],
    ['a bad phone', () => to({ phone_number: 'call me' }), 400, 'invalid_shipping_address'],
    ['a blank name', () => to({ first_name: '  ' }), 400, 'invalid_shipping_address'],
    ['a blank street', () => to({ address_line1: '\t' }), 400, 'invalid_shipping_address'],
    ['a state that is none', () => to({ state: 'ZZ' }), 400, 'invalid_shipping_address'],
    ['more money than there is', () => order({ max_price: 1_000_001 * 100 }), 402, 'insufficient_funds'],
    ['an unknown managed account', () => credentials('svc_acct_abcdefghij'), 404, 'not_found'],
  ])('refuses %s', async (_name, body, status, code) => {
    const answer = await refused(body());
    expect(answer.status, answer.text).toBe(status);
    expect(answer.body.error).toMatchObject({ code, message: expect.any(String), details: expect.any(Object) });
  });

  const walmart = 'https://www.walmart.com/ip/100000001';
  const credentials = (retailer_credentials_id: string) => order({ retailer_credentials_id });
  const mixed = (other = walmart) => order({ products: [{ url: product }, { url: other }] });
  const walmartTo = (country: string) =>
    orderFor(walmart, { shipping_address: { ...address, country, postal_code: '10115', phone_number: '+4930123456' } });

  it('says how much is missing', async () => {
    const poor = (await system.account('test', 4999)).key;
    const answer = await contract.post('/orders', poor, order());
    expect(answer.status).toBe(402);
    expect(answer.body.error.details).toEqual({ required: 5000, available: 4999 });
  });

  it('ships to Germany and Italy without a state', async () => {
    for (const [country, postal_code, phone_number] of [
      ['DE', '10115', '030 1234567'],
      ['IT', '00184', '+39 06 1234567'],
    ]) {
      const body = to({ country, postal_code, phone_number, state: null });
      expect((await contract.post('/orders', key, body)).status).toBe(201);
    }
  });
});
