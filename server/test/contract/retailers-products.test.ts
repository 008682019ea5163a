import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, readContract } from '../harness/conforms.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let key: string;
beforeAll(async () => {
  system = await startSystem();
  contract = await readContract(system);
  key = await system.mint();
});
afterAll(() => system.stop());

const brands: [id: string, name: string, domain: string, countries: string][] = [
  ['1800flowers', '1-800-Flowers', '1800flowers.com', 'US'],
  ['acehardware', 'Ace Hardware', 'acehardware.com', 'US'],
  ['aliexpress', 'AliExpress', 'aliexpress.com', 'US DE IT'],
  ['amazon', 'Amazon', 'amazon.com', 'US DE IT'],
  ['apple', 'Apple', 'apple.com', 'US DE IT'],
  ['bestbuy', 'Best Buy', 'bestbuy.com', 'US'],
  ['chewy', 'Chewy', 'chewy.com', 'US'],
  ['costco', 'Costco', 'costco.com', 'US'],
  ['ebay', 'eBay', 'ebay.com', 'US DE IT'],
  ['etsy', 'Etsy', 'etsy.com', 'US DE IT'],
  ['homedepot', 'The Home Depot', 'homedepot.com', 'US'],
  ['ikea', 'IKEA', 'ikea.com', 'US DE IT'],
  ['kohls', "Kohl's", 'kohls.com', 'US'],
  ['lowes', "Lowe's", 'lowes.com', 'US'],
  ['macys', "Macy's", 'macys.com', 'US'],
  ['nordstrom', 'Nordstrom', 'nordstrom.com', 'US'],
  ['pokemoncenter', 'Pokémon Center', 'pokemoncenter.com', 'US'],
  ['rei', 'REI', 'rei.com', 'US'],
  ['staples', 'Staples', 'staples.com', 'US'],
  ['target', 'Target', 'target.com', 'US'],
  ['walgreens', 'Walgreens', 'walgreens.com', 'US'],
  ['walmart', 'Walmart', 'walmart.com', 'US'],
  ['wayfair', 'Wayfair', 'wayfair.com', 'US DE'],
];

describe('GET /retailers', () => {
  it('lists exactly the 23 brands, without a key', async () => {
    const { status, body } = await contract.get('/retailers');
    expect(status).toBe(200);
    expect(body.total).toBe(23);
    const listed = body.retailers.map((brand: Record<string, string | string[]>) => [
      brand.retailer,
      brand.display_name,
      brand.base_url,
      (brand.supported_countries as string[]).join(' '),
    ]);
    expect(listed.sort()).toEqual(brands);
    expect(body.retailers.every((brand: { supported: boolean }) => brand.supported)).toBe(true);
  });

  it('links a page for every way to buy', async () => {
    const { body } = await contract.get('/retailers');
    const ways: { docs: string }[] = body.retailers.flatMap(
      (brand: { ways_to_buy: { docs: string }[] }) => brand.ways_to_buy,
    );
    const pages = [...new Set(ways.map(({ docs }) => docs))];
    expect(pages.map((page) => new URL(page).pathname).sort()).toEqual([
      '/docs/interface/desk',
      '/docs/recipes',
      '/docs/stores/amazon-business',
    ]);
    for (const page of pages) expect((await fetch(page)).status, page).toBe(200);
  });

  it('filters by name and pages', async () => {
    const names = async (query: string) =>
      (await contract.get(`/retailers?${query}`)).body.retailers.map((brand: { retailer: string }) => brand.retailer);
    expect(await names('name=WAL')).toEqual(['walgreens', 'walmart']);
    expect(await names('name=best%20b')).toEqual(['bestbuy']);
    expect(await names('name=nothing')).toEqual([]);
    const all = await names('limit=1000');
    expect(await names('limit=5&offset=20')).toEqual(all.slice(20));
    expect((await contract.get('/retailers?limit=5&offset=20')).body.total).toBe(23);
  });

  it.each(['limit=0', 'limit=1001', 'offset=-1', 'limit=many'])('refuses %s', async (query) => {
    expect((await contract.get(`/retailers?${query}`)).status).toBe(422);
  });

  it('is correct in each mode', async () => {
    const both = await startSystem({ withLive: true, liveRetailers: ['walmart', 'target'] });
    try {
      const { key: live } = await both.account('live');
      const supported = async (caller?: string): Promise<string[]> =>
        (await both.get('/retailers', caller)).body.retailers
          .filter((brand: { supported: boolean }) => brand.supported)
          .map((brand: { retailer: string }) => brand.retailer);
      expect(await supported()).toEqual(['target', 'walmart']);
      expect(await supported(live)).toEqual(['target', 'walmart']);
      expect(await supported(await both.mint())).toHaveLength(23);
      const unsold = await both.post('/orders', live, orderFor('https://www.ikea.com/us/en/p/1'));
      expect([unsold.status, unsold.body.error.code]).toEqual([400, 'unsupported_retailer']);
      expect((await both.get('/products/search?query=x&retailer=ikea', live)).status).toBe(422);
      expect((await both.get('/products/search?query=x&retailer=walmart', live)).status).toBe(200);
      const hits = (await both.get('/search?q=chair', live)).body.results;
      expect(hits.every((hit: { retailer: string }) => ['walmart', 'target'].includes(hit.retailer))).toBe(true);
    } finally {
      await both.stop();
    }
  });

  it('returns nothing for a live key without a live store', async () => {
    const { key: live } = await system.account('live');
    const answer = await contract.post('/orders', live, orderFor(`${system.url}/shop/products/test-success`));
    expect([answer.status, answer.body.error.code]).toEqual([400, 'unsupported_retailer']);
    expect((await contract.get('/products/search?query=x&retailer=walmart', live)).status).toBe(422);
    expect((await contract.get('/search?q=x', live)).body.results).toEqual([]);
  });
});

describe('GET /products/search', () => {
  it('finds products that can be ordered', async () => {
    const { status, body } = await contract.get('/products/search?query=cable&retailer=walmart', key);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'completed', next_page: null });
    const hit = body.results.find((each: { available: boolean }) => each.available);
    expect(hit.retailer).toBe('walmart');
    const order = await contract.post('/orders', key, orderFor(hit.url, { max_price: hit.price * 2 + 5000 }));
    expect(order.status, order.text).toBe(201);
    expect(order.body.retailer).toBe('walmart');
  });

  it.each(['walmart', 'bestbuy'])('keeps what ships free on %s, page by page', async (retailer) => {
    let page: number | null = 1;
    let kept = 0;
    for (let turns = 0; page !== null && turns < 50; turns += 1) {
      const { body }: { body: { results: { free_shipping: boolean }[]; next_page: number | null } } =
        await contract.get(`/products/search?query=cable&retailer=${retailer}&free_shipping=true&page=${page}`, key);
      expect(body.results.every((hit) => hit.free_shipping)).toBe(true);
      kept += body.results.length;
      page = body.next_page;
    }
    expect(page).toBeNull();
    expect(kept).toBeGreaterThan(0);
  });

  it('has no effect on amazon', async () => {
    const search = '/products/search?query=cable&retailer=amazon';
    const plain = (await contract.get(search, key)).body;
    expect((await contract.get(`${search}&free_shipping=true`, key)).body).toEqual(plain);
  });

  it.each([
    ['query=x', 'missing', 'retailer'],
    ['retailer=walmart', 'missing', 'query'],
    ['query=&retailer=walmart', 'string_too_short', 'query'],
    ['query=x&retailer=nobody', 'value_error', 'retailer'],
    ['query=x&retailer=unknown.example', 'value_error', 'retailer'],
    ['query=x&retailer=127.0.0.1&free_shipping=true', 'value_error', 'free_shipping'],
    ['query=x&retailer=walmart&page=0', 'greater_than_equal', 'page'],
    ['query=x&retailer=walmart&free_shipping=perhaps', 'bool_parsing', 'free_shipping'],
  ])('refuses %s', async (query, type, field) => {
    const answer = await contract.get(`/products/search?${query}`, key);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.body.detail).toContainEqual({ loc: ['query', field], msg: expect.any(String), type });
  });

  it('needs a key', async () => {
    expect((await contract.get('/products/search?query=x&retailer=walmart')).status).toBe(401);
  });
});

describe('GET /products/{id} and its offers', () => {
  it.each(['', '/offers'])('answers for a product that exists and one that does not (%s)', async (what) => {
    const { body: found } = await contract.get('/products/search?query=cable&retailer=walmart', key);
    const [hit] = found.results;
    const { status, body } = await contract.get(`/products/${hit.product_id}${what}?retailer=walmart`, key);
    expect([status, body.status]).toEqual([200, 'completed']);
    const unknown = await contract.get(`/products/no-such-thing${what}?retailer=walmart`, key);
    expect(unknown.status).toBe(200);
    expect(unknown.body).toMatchObject({ status: 'failed', code: 'product_not_found', message: expect.any(String) });
  });

  it.each(['', '/offers'])('goes on in the background when asked to (%s)', async (what) => {
    const path = `/products/100000001${what}?retailer=target&async=true&newer_than=${Math.floor(Date.now() / 1000)}`;
    expect((await contract.get(path, key)).body.status).toMatch(/processing|completed|failed/);
    await expect
      .poll(async () => {
        await system.queue.drain();
        return (await contract.get(path, key)).body.status;
      })
      .not.toBe('processing');
  });

  it.each(['', '/offers'])('refuses bad questions (%s)', async (what) => {
    for (const query of [
      'retailer=nobody',
      '',
      'retailer=walmart&max_age=1&newer_than=1',
      'retailer=walmart&max_age=-1',
      'retailer=walmart&newer_than=2026-01-01',
      'retailer=walmart&async=maybe',
    ]) {
      expect((await contract.get(`/products/1${what}?${query}`, key)).status).toBe(422);
    }
    expect((await contract.get(`/products/1${what}?retailer=walmart`)).status).toBe(401);
  });
});

describe('GET /search', () => {
  it('ranks every retailer in one list, within the prices', async () => {
    const { status, body } = await contract.get('/search?q=cable&min_price=3000&max_price=10000', key);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'completed', query: 'cable' });
    expect(new Set(body.results.map((hit: { retailer: string }) => hit.retailer)).size).toBeGreaterThan(2);
    for (const hit of body.results) {
      expect(hit.price).toBeGreaterThanOrEqual(3000);
      expect(hit.price).toBeLessThanOrEqual(10_000);
    }
  });

  it.each(['', 'q=', 'q=x&min_price=2&max_price=1', 'q=x&min_price=-1', 'q=x&max_price=1.5'])(
    'refuses %j',
    async (query) => {
      expect((await contract.get(`/search?${query}`, key)).status).toBe(422);
    },
  );

  it('needs a key', async () => {
    expect((await contract.get('/search?q=x')).status).toBe(401);
  });
});
