import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTool } from '../harness/mcp-call.ts';
import { signIn } from '../harness/person.ts';
import { address, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

type Json = Record<string, unknown>;
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** A call whose result is checked as every result is: small, whole JSON, and the same for model and program. */
async function use(key: string | undefined, name: string, given: Json = {}, more: Json = {}) {
  const result = await callTool(system, key, name, given, more);
  expect(bytes(result), name).toBeLessThanOrEqual(16_000);
  const text = result.content?.[0]?.text;
  const read = text === undefined ? null : JSON.parse(text);
  return { result, text, body: result.structuredContent, error: result.isError ? read.error : null };
}

const orderOf = (more: Json = {}) => ({
  products: [{ url: `${system.url}/shop/products/test-success`, quantity: 1 }],
  shipping_address: address,
  ...more,
});
const totalOf = async (key: string): Promise<number> => (await system.get('/orders', key)).body.total;
const accepted = { approval: { action: 'accept', content: { approve: true } } };

/** Every page of a list, until there is none. */
async function walk(key: string | undefined, name: string, list: string, given: Json = {}) {
  const pages: Json[][] = [];
  for (let cursor: unknown; cursor !== null && pages.length < 20; ) {
    const { body, error } = await use(key, name, { ...given, ...(cursor === undefined ? {} : { cursor }) });
    expect(error, name).toBeNull();
    for (const entry of body[list]) expect(bytes(entry), name).toBeLessThanOrEqual(400);
    pages.push(body[list]);
    cursor = body.next_cursor;
  }
  return pages;
}

describe('lists', () => {
  it('of products have ten of them, or as many as asked for, and go on at the cursor', async () => {
    for (const key of [undefined, await system.mint()]) {
      const pages = await walk(key, 'search_products', 'results', { query: 'headphones' });
      expect(pages[0]).toHaveLength(10);
      const urls = pages.flat().map(({ product_id: id, retailer }) => `${retailer} ${id}`);
      expect(new Set(urls).size).toBe(urls.length);
      expect(urls.length).toBeGreaterThan(20);
      const three = await use(key, 'search_products', { query: 'headphones', limit: 3 });
      expect(three.body.results).toEqual(pages[0]!.slice(0, 3));
      expect(three.text).toContain('"title":"<store_text>');
    }
  });

  it('of one store are paged too, and keep to the prices', async () => {
    const key = await system.mint();
    const given = { query: 'wireless', retailer: 'amazon', limit: 7 };
    const all = (await walk(key, 'search_products', 'results', given)).flat();
    expect(all.length).toBeGreaterThan(20);
    expect(new Set(all.map(({ product_id: id }) => id)).size).toBe(all.length);
    const range = { min_price: 2000, max_price: 5000 };
    const within = (await walk(key, 'search_products', 'results', { ...given, ...range })).flat();
    const expected = all.filter(({ price }) => Number(price) >= 2000 && Number(price) <= 5000);
    expect(within).toEqual(expected);
    expect(within.length).toBeGreaterThan(0);
  });

  it('answer "a USB cable below ten dollars" with cables below ten dollars, cheapest first', async () => {
    for (const given of [
      { query: 'a USB cable below ten dollars' },
      { query: 'USB cable', max_price: 1000 },
      { query: 'USB cable under $10', retailer: 'walmart' },
    ]) {
      const { results } = (await use(undefined, 'search_products', given)).body;
      expect(results.length, JSON.stringify(given)).toBeGreaterThanOrEqual(3);
      const prices: number[] = results.map(({ price }: { price: number }) => price);
      expect(Math.max(...prices)).toBeLessThanOrEqual(1000);
      expect(prices).toEqual(prices.toSorted((one, other) => one - other));
      for (const { title } of results) expect(title).toMatch(/USB.*Cable/);
    }
  });

  it('of orders and test products are complete, in entries of at most 400 bytes', async () => {
    const { key } = await system.account('test', 100_000_00);
    const metadata = { note: 'long '.repeat(1500) };
    const ids: string[] = [];
    for (let made = 0; made < 21; made += 1) {
      ids.unshift((await system.post('/orders', key, { ...orderOf({ metadata }), max_price: 5000 })).body.id);
    }
    const pages = await walk(key, 'list_orders', 'orders');
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 1]);
    expect(pages.flat().map(({ id }) => id)).toEqual(ids);
    expect((await use(key, 'list_orders', { limit: 50 })).body).toMatchObject({
      orders: { length: 21 },
      total: 21,
      next_cursor: null,
    });
    const products = await walk(key, 'list_test_products', 'products');
    expect(products.map(({ length }) => length)).toEqual([10, 10, 10, 3]);
  });

  it.each([
    ['search_products', { query: 'usb', cursor: 'x' }],
    ['search_products', { query: 'usb', retailer: 'walmart', cursor: '7' }],
    ['search_products', { query: 'usb', limit: 51 }],
    ['list_orders', { cursor: '10' }],
    ['list_orders', { limit: 0 }],
    ['list_returns', { cursor: 'nonsense' }],
    ['list_test_products', { cursor: '-1' }],
  ])('%s refuses %j', async (name, given) => {
    const { result, error } = await use(await system.mint(), name, given);
    expect([result.isError, error.code]).toEqual([true, 'invalid_request']);
    expect(error.next_step).toContain('arguments');
  });
});

describe('what is long', () => {
  it('is cut to 16 KB, never in the middle, and named', async () => {
    const { key } = await system.account('test', 100_000_00);
    const url = `${system.url}/shop/products/test-success`;
    const products = Array.from({ length: 50 }, () => ({ url, quantity: 1 }));
    const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`f${place}`, 'word '.repeat(120)]));
    const large = orderOf({ products, metadata });
    const quoted = await use(key, 'quote_order', large);
    expect(quoted.body).toMatchObject({ quote_id: expect.any(String), truncated: ['items'] });
    const placed = (await system.post('/orders', key, { ...large, max_price: 500_000 })).body;
    const { body } = await use(key, 'get_order', { order_id: placed.id });
    expect(body).toMatchObject({ id: placed.id, status: 'pending', truncated: expect.arrayContaining(['items']) });
    for (const item of body.items) expect(item).toMatchObject({ url, id: expect.any(String) });
    // A form has to show everything; this purchase is too long for one.
    const asked = await use(key, 'place_order', large);
    expect(asked.error ?? asked.result.resultType).toBeDefined();
  });
});

describe('quote_order', () => {
  it('quotes what would be bought of an order that accepts less', async () => {
    const { key } = await system.account('test', 100_000_00);
    const url = (scenario: string) => `${system.url}/shop/products/test-${scenario}`;
    const products = [{ url: url('success') }, { url: url('item-gone') }];
    const { body } = await use(key, 'quote_order', orderOf({ products, fulfillment: { items: 'best_effort' } }));
    expect(body.items.map(({ available }: { available: boolean }) => available)).toEqual([true, false]);
  });
});

describe('place_order with a quote', () => {
  const buy = async (key: string, order: Json) => {
    const { result } = await use(key, 'place_order', order);
    return result.resultType === 'input_required'
      ? use(key, 'place_order', order, { requestState: result.requestState, inputResponses: accepted })
      : use(key, 'place_order', order);
  };

  it('buys at that price, and does not call the store in between', async () => {
    const key = await system.mint();
    const { body: quote } = await use(key, 'quote_order', orderOf());
    const order = orderOf({ quote_id: quote.quote_id });
    const { result } = await use(key, 'place_order', order);
    expect(result.inputRequests.approval.params.message).toContain('Total');
    const { body } = await buy(key, order);
    expect(body.status).toBe('pending');
    expect(body.max_price).toBe(quote.suggested_max_price);
    expect(await totalOf(key)).toBe(1);
  });

  it('refuses a quote that is unknown, of someone else, for another order, or too old', async () => {
    const [key, other] = [await system.mint(), await system.mint()];
    const { quote_id } = (await use(key, 'quote_order', orderOf())).body;
    const refusals: [string, Json, string][] = [
      [other, orderOf({ quote_id }), 'not_found'],
      [key, orderOf({ quote_id: crypto.randomUUID() }), 'not_found'],
      [key, orderOf({ quote_id: 'x' }), 'not_found'],
      [key, orderOf({ quote_id, shipping_address: { ...address, city: 'Oakland' } }), 'invalid_request'],
      [key, orderOf({ quote_id, products: [{ ...orderOf().products[0], quantity: 2 }] }), 'invalid_request'],
      [key, orderOf({ quote_id, max_price: 1 }), 'quote_refused'],
      [key, orderOf({ quote_id, products: 'all' }), 'invalid_request'],
      [key, orderOf({ quote_id, gift_message: 'Hi' }), 'invalid_request'],
    ];
    for (const [who, order, code] of refusals) {
      const { result, error } = await use(who, 'place_order', order);
      expect([result.isError, error?.code], JSON.stringify(order)).toEqual([true, code]);
    }
    await sql`update quotes set expires_at = now() where id = ${quote_id}`.execute(system.database.db);
    expect((await use(key, 'place_order', orderOf({ quote_id }))).error).toMatchObject({
      code: 'quote_refused',
      details: { error_type: 'quote_expired' },
    });
    expect([await totalOf(key), await totalOf(other)]).toEqual([0, 0]);
  });

  it('obeys the policy of the moment', async () => {
    const person = await signIn(system, 'policies@example.com');
    const { body: made } = await person.call('/keys', { method: 'POST', body: { label: 'Agent', world: 'test' } });
    const key: string = made.api_key;
    const { quote_id } = (await use(key, 'quote_order', orderOf())).body;
    const write = (policy: Json) => person.call(`/keys/${made.id}/policy`, { method: 'PUT', body: policy });
    await write({ max_order_cents: 1 });
    expect((await use(key, 'place_order', orderOf({ quote_id }))).error.code).toBe('policy_denied');
    expect(await totalOf(key)).toBe(0);
    await write({ approve: { above_cents: 1 } });
    const { body: waiting } = await use(key, 'place_order', orderOf({ quote_id }));
    const { id, url } = waiting.next_action;
    expect(url).toBe(`${system.url}/app/approvals/${id}`);
    // The agent can read what the person is asked, and hand over the address.
    const approval = await use(key, 'get_approval', { approval_id: id });
    expect(approval.body).toMatchObject({ kind: 'policy', state: 'open', url, order_id: waiting.id });
    expect(approval.text).toContain('"title":"<store_text>');
    expect((await use(await system.mint(), 'get_approval', { approval_id: id })).error.code).toBe('not_found');
  });
});

it('says isError whenever a tool could not do what it was asked', async () => {
  const key = await system.mint();
  const id = crypto.randomUUID();
  const failing: Record<string, Json> = {
    search_products: { query: 'x', retailer: 'nobody' },
    get_product: { product_id: 'nothing', retailer: 'walmart' },
    check_store: { url: 7 },
    quote_order: orderOf({ products: [{ url: 'https://nobody.example/1' }] }),
    place_order: orderOf({ products: [{ url: 'https://nobody.example/1' }] }),
    get_order: { order_id: id },
    wait_for_order: { order_id: id, wait_seconds: 0 },
    list_orders: { status_filter: 'lost' },
    cancel_order: { order_id: id },
    answer_action: { order_id: id, action_id: id, answer: {} },
    track_order: { order_id: id },
    request_return: { order_id: id, items: [{ order_item_id: id, quantity: 1 }], reason: 'wrong_size' },
    get_return: { return_id: id },
    list_returns: { status: 'lost' },
    get_approval: { approval_id: id },
    get_wallet: { surprise: 1 },
    get_policy: { surprise: 1 },
    list_test_products: { surprise: 1 },
  };
  for (const [name, given] of Object.entries(failing)) {
    const { result, error } = await use(key, name, given);
    expect([name, result.isError]).toEqual([name, true]);
    expect(error, name).toMatchObject({
      code: expect.any(String),
      retryable: expect.any(Boolean),
      next_step: expect.any(String),
    });
    expect(result).not.toHaveProperty('structuredContent');
  }
});
