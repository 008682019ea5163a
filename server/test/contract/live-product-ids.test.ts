import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { dashed, type LegacyClient, legacyClient, managed } from '../harness/legacy.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let client: LegacyClient;
let operator: OperatorClient;
let key: string;
beforeAll(async () => {
  system = await startSystem({ env: { ...operatorEnv, DESK_RETAILERS: 'amazon,shop.example.com' } });
  contract = await readContract(system);
  operator = await personOn(system, contract);
  key = (await system.account('live', 1_000_000)).key;
  client = legacyClient(system, key);
});
afterAll(() => system.stop());

const asin = 'B08N5WRWNW';
const order = (productId: string, more: Record<string, unknown> = {}) =>
  managed({ retailer: 'amazon', products: [{ product_id: productId, quantity: 1 }], ...more });

describe("a live brand takes the retailer's own product IDs", () => {
  it.each([asin, asin.toLowerCase(), `https://www.amazon.com/Some-Lamp/dp/${asin}?th=1`])(
    'a legacy client orders %s',
    async (productId) => {
      const { status, body } = await client.post('/v1/orders', order(productId));
      expect(status, JSON.stringify(body)).toBe(200);
      await system.queue.drain();
      const current = await contract.get(`/orders/${dashed(body.request_id)}`, key);
      const url = productId.startsWith('https:') ? productId : `https://www.amazon.com/dp/${asin}`;
      expect(current.body).toMatchObject({
        retailer: 'amazon',
        next_action: { kind: 'buy' },
        items: [{ url }],
      });
    },
  );

  it('refuses what is no ID of the brand, says what one looks like, and writes nothing', async () => {
    const before = await rowCounts(system.database.db);
    const refused = await client.post('/v1/orders', order('not-an-asin'));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: 'unsupported_product_id',
      message: `"not-an-asin" is not a valid product ID for amazon. Send an ID like ${asin}, or the product's URL.`,
    });
    const other = await client.post('/v1/orders', order('https://shop.example.com/lamp'));
    expect(other.body.code).toBe('mismatching_retailer');
    const unknown = await client.post('/v1/orders', order('12', { retailer: 'shop.example.com' }));
    expect(unknown.body.message).toContain('Send the product URL.');
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});

describe('what a live brand without a search answers', () => {
  it('names what works instead, and is not unknown', async () => {
    const path = 'search?query=lamp&retailer=amazon';
    const failed = { status: 'failed', code: 'search_unavailable', results: [] };
    const { status, body } = await contract.get(`/products/${path}`, key);
    expect(status).toBe(200);
    expect(body).toMatchObject(failed);
    expect(body.message).toContain('GET /products/{product_id}');
    const legacy = await client.get(`/v1/${path}`);
    expect([legacy.status, legacy.body]).toEqual([200, expect.objectContaining({ ...failed, retailer: 'amazon' })]);
    // A brand that nothing here buys from stays unknown.
    expect((await contract.get('/products/search?query=lamp&retailer=walmart', key)).status).toBe(422);
    expect((await client.get('/v1/search?query=lamp&retailer=walmart')).body.code).toBe('unknown_retailer');
  });

  it.each(['', '/offers'])('refuses the URL of another store: GET /products/{url}%s', async (topic) => {
    const foreign = encodeURIComponent('https://shop.example.com/lamp');
    const refused = await contract.get(`/products/${foreign}${topic}?retailer=amazon`, key);
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['path', 'product_id']]);
    expect((await client.get(`/v1/products/${foreign}${topic}?retailer=amazon`)).body.code).toBe(
      'mismatching_retailer',
    );
    expect((await contract.get(`/products/nonsense${topic}?retailer=amazon`, key)).body.code).toBe('product_not_found');
  });
});

it('says of a quote that a person sees the price, and what to do instead', async () => {
  const url = `https://www.amazon.com/dp/${asin}`;
  const refused = await contract.post('/orders/quote', key, orderFor(url));
  expect(refused.status).toBe(409);
  expect(refused.body.error).toMatchObject({
    code: 'quote_refused',
    message: expect.stringMatching(
      /^Orders from amazon are placed manually, so the price is not known in advance\. You never pay more than max_price/,
    ),
  });
  expect(refused.text).not.toContain('another product');
});

describe('a return with only what the client knows', () => {
  /** Ordered by an old client, and bought by a person. */
  async function bought(productId: string) {
    const { body } = await client.post('/v1/orders', order(productId));
    await system.queue.drain();
    const id = dashed(body.request_id);
    const { items } = (await contract.get(`/orders/${id}`, key)).body;
    const { lease } = (await operator.post(`/operator/desk/${id}/take`, {})).body.task;
    const recorded = await operator.post(`/operator/desk/${id}/purchase`, {
      lease,
      merchant_order_ids: ['112-1'],
      lines: [{ item_id: items[0].id, unit_price_cents: 2000 }],
      shipping_cents: 0,
      tax_cents: 0,
      total_cents: 2000,
    });
    expect(recorded.status, recorded.text).toBe(200);
    return { requestId: body.request_id, itemId: items[0].id };
  }

  const page = `https://www.amazon.com/Some-Lamp/dp/${asin}?th=1`;
  it.each([
    ['the id it ordered by', asin, asin],
    ['the URL it ordered by', page, page],
    ['the id of what it ordered by URL', page, asin],
    ['a URL of what it ordered by id', asin, page],
  ])('takes %s', async (_name, ordered, named) => {
    const { requestId, itemId } = await bought(ordered);
    const { body } = await client.get(`/v1/orders/${requestId}`);
    // There is no parcel yet, and no date: the products are named all the same.
    expect(body.delivery_dates).toEqual([{ delivery_date: null, products: [{ product_id: asin, quantity: 1 }] }]);
    const wanted = { products: [{ product_id: named, quantity: 1 }], reason_code: 'damaged', method_code: 'dropoff' };
    const asked = await client.post(`/v1/orders/${requestId}/return`, wanted);
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    const made = await contract.get(`/returns/${dashed(asked.body.request_id)}`, key);
    expect(made.body.items).toEqual([{ order_item_id: itemId, quantity: 1 }]);
  });

  it('refuses a product that is not in the order, and writes nothing', async () => {
    const { requestId } = await bought(asin);
    const before = await rowCounts(system.database.db);
    for (const product of ['B000000000', 'https://www.amazon.com/dp/B000000000']) {
      const wanted = { products: [{ product_id: product, quantity: 1 }], reason_code: 'damaged' };
      expect((await client.post(`/v1/orders/${requestId}/return`, wanted)).status).toBe(400);
    }
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});
