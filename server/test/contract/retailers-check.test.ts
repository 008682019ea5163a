import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, readContract } from '../harness/conforms.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let product: string;
beforeAll(async () => {
  system = await startSystem();
  contract = await readContract(system);
  product = await anyProduct(system, 'walmart');
});
afterAll(() => system.stop());

const check = (query: Record<string, string>) => contract.call(`/retailers/check?${new URLSearchParams(query)}`);

describe('an address', () => {
  it('that can be ordered says how', async () => {
    const { status, body } = await check({ url: product, country: 'US' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      url: product,
      domain: 'walmart.com',
      orderable: true,
      support: 'supported',
      retailer: { retailer: 'walmart', brand: 'walmart', display_name: 'Walmart', country: 'US' },
      ships_to: ['US'],
      evidence: { orders_placed: false, orders_placed_count: 0, last_order_at: null },
      unsupported_reason: null,
    });
  });

  it('names the country of its store where none is asked about', async () => {
    expect((await check({ url: product })).body.retailer.country).toBe('US');
    const german = { url: 'https://www.amazon.de/dp/B000000000' };
    expect((await check(german)).body.retailer).toMatchObject({ retailer: 'amazon', country: 'DE' });
    expect((await check({ ...german, country: 'it' })).body.retailer.country).toBe('IT');
  });

  it.each([
    [{ url: 'https://www.walmart.com/about' }, 'url_unreachable'],
    [{ url: 'https://nobody.example/thing' }, 'unsupported_retailer'],
    [{ url: 'ftp://walmart.com/ip/1' }, 'invalid_url'],
    [{ url: 'https://user:word@www.walmart.com/ip/986325010' }, 'invalid_url'],
  ])('%j cannot be ordered', async (query, reason) => {
    expect((await check(query)).body).toMatchObject({
      orderable: false,
      unsupported_reason: reason,
      how_to_order: null,
    });
  });

  it('depends on the country and the key’s mode, like an order', async () => {
    const abroad = await check({ url: product, country: 'FR' });
    expect(abroad.body).toMatchObject({
      orderable: false,
      support: 'partial',
      unsupported_reason: 'unsupported_country',
    });
    const live = await system.account('live');
    const path = `/retailers/check?${new URLSearchParams({ url: product })}`;
    expect((await system.get(path, live.key)).body).toMatchObject({ orderable: false, retailer: null, platform: null });
    expect((await check({ url: '' })).status).toBe(422);
  });

  it('shows no order of a test clock that is ahead', async () => {
    const key = await system.mint();
    const ahead = new Date(system.clock.now().getTime() + 86_400_000).toISOString();
    const { body: clock } = await system.post('/sandbox/clocks', key, { frozen_at: ahead });
    const url = await anyProduct(system, 'bestbuy');
    const order = orderFor(url, { test_clock: clock.id, max_price: 100_000 });
    expect((await system.post('/orders', key, order)).status).toBe(201);
    await system.post(`/sandbox/clocks/${clock.id}/advance`, key, { by_seconds: 60 });
    await system.queue.drain();
    const path = `/retailers/check?${new URLSearchParams({ url })}`;
    const { evidence } = (await system.get(path, key)).body;
    expect(evidence).toEqual({ orders_placed: true, orders_placed_count: 1, last_order_at: null });
  });
});
