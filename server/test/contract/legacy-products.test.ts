import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LegacyClient, legacyClient } from '../harness/legacy.ts';
import { loadStoreProducts } from '../harness/store-products.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let client: LegacyClient;
beforeAll(async () => {
  system = await startSystem();
  client = legacyClient(system, await system.mint());
});
afterAll(() => system.stop());

const used = ['Refurbished', 'Used - Like New', 'Used - Very Good', 'Used - Good', 'Used - Acceptable'];

describe('GET /v1/search', () => {
  it('finds what the current API finds', async () => {
    const key = await system.mint();
    const current = await system.get('/products/search?query=toaster&retailer=walmart&page=1', key);
    const answer = await client.get('/v1/search?query=toaster&retailer=walmart&page=1');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'completed', retailer: 'walmart', page: 1 });
    expect(answer.body.results).toEqual(current.body.results);
  });

  it.each([
    ['?query=x&retailer=nowhere', 'unknown_retailer'],
    ['?retailer=walmart', 'invalid_request'],
    ['?query=x&retailer=walmart&page=0', 'invalid_request'],
  ])('refuses %s', async (query, code) => {
    const answer = await client.get(`/v1/search${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ _type: 'error', code });
  });
});

describe('GET /v1/products/{product_id}', () => {
  it('passes the payload on', async () => {
    const product = (await loadStoreProducts('amazon')).find(() => true);
    const answer = await client.get(`/v1/products/${product.productId}?retailer=amazon`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'completed', title: product.title, price: product.price });
  });

  it('says failed for what is not there, and processing when asked not to wait', async () => {
    const missing = await client.get('/v1/products/B000000000?retailer=amazon');
    expect(missing.status).toBe(200);
    expect(missing.body).toMatchObject({ status: 'failed', code: 'product_not_found' });
    const product = (await loadStoreProducts('target')).find(() => true);
    const path = `/v1/products/${product.productId}?retailer=target&async=true`;
    expect((await client.get(path)).body).toEqual({
      status: 'processing',
      retailer: 'target',
      product_id: product.productId,
    });
    await system.queue.drain();
    expect((await client.get(path)).body.status).toBe('completed');
  });

  it.each([
    ['?retailer=nowhere', 'unknown_retailer'],
    ['', 'invalid_request'],
    ['?retailer=amazon&max_age=5&newer_than=5', 'invalid_request'],
  ])('refuses %s', async (query, code) => {
    for (const path of ['/v1/products/B000000000', '/v1/products/B000000000/offers']) {
      const answer = await client.get(path + query);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ _type: 'error', code });
    }
  });
});

describe('GET /v1/products/{product_id}/offers', () => {
  it('shows every offer in the legacy format', async () => {
    const shelves = await loadStoreProducts('amazon');
    const product = shelves.find((_product, offers) => offers.some((offer) => offer.condition !== 'New'));
    const answer = await client.get(`/v1/products/${product.productId}/offers?retailer=amazon`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'completed', retailer: 'amazon' });
    expect(answer.body.offers).toHaveLength(shelves.offers(product).length);
    for (const offer of answer.body.offers) {
      expect(Object.keys(offer).sort()).toEqual(
        ['addon', 'available', 'condition', 'handling_days', 'international', 'marketplace_fulfilled', 'member_only']
          .concat(['offer_id', 'price', 'prime_only', 'seller', 'shipping_options'])
          .sort(),
      );
      expect(['New', ...used]).toContain(offer.condition);
      expect(Object.keys(offer.seller).sort()).toEqual([
        'first_party',
        'id',
        'name',
        'num_ratings',
        'percent_positive',
      ]);
      expect(offer.handling_days).toEqual({ min: expect.any(Number), max: expect.any(Number) });
      expect(offer.shipping_options[0]).toEqual({
        name: expect.any(String),
        price: expect.any(Number),
        delivery_days: { min: expect.any(Number), max: expect.any(Number) },
      });
    }
    expect(answer.body.offers.some((offer: { condition: string }) => used.includes(offer.condition))).toBe(true);
  });
});
