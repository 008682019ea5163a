import { spawn } from 'node:child_process';
import { text as textOf } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowCounts } from '../harness/checks.ts';
import { freePort } from '../harness/free-port.ts';
import { legacyClient, managed } from '../harness/legacy.ts';
import { creditsOf } from '../harness/returns.ts';
import { address, anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// What clients stumble over: the small promises of the interface, each by what a client sends and gets.

let system: TestSystem;
let key: string;
let live: string;
beforeAll(async () => {
  system = await startSystem({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  key = (await system.account('test')).key;
  live = (await system.account('live')).key;
});
afterAll(() => system.stop());

describe('where nothing live is connected', () => {
  const supported = async (caller?: string) =>
    (await system.get('/retailers', caller)).body.retailers.filter((one: { supported: boolean }) => one.supported)
      .length;

  it('a live key sees that it cannot buy anywhere; a test key, or no key, sees the sandbox', async () => {
    expect([await supported(live), await supported(key), await supported()]).toEqual([0, 23, 23]);
  });

  it('and is right: orders and search agree', async () => {
    const url = await anyProduct(system, 'walmart');
    const before = await rowCounts(system.database.db);
    expect((await system.post('/orders', live, orderFor(url))).body.error.code).toBe('unsupported_retailer');
    expect((await system.get('/products/search?query=mug&retailer=walmart', live)).status).toBe(422);
    expect((await system.get('/search?q=mug', live)).body).toMatchObject({ status: 'completed', results: [] });
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});

describe("a brand's domain", () => {
  it.each(['amazon.com', 'www.amazon.com', 'AMAZON.DE'])('%s is the brand', async (domain) => {
    const [byDomain, byName] = await Promise.all(
      [domain, 'amazon'].map((name) => system.get(`/products/search?query=headphones&retailer=${name}`, key)),
    );
    expect(byDomain!.status, byDomain!.text).toBe(200);
    const [found, named] = [byDomain!, byName!].map(({ body }) =>
      body.results.map((result: { product_id: string }) => result.product_id),
    );
    expect(found).toEqual(named);
    const { product_id: id } = byDomain!.body.results[0];
    expect((await system.get(`/products/${id}?retailer=${domain}`, key)).body).toMatchObject({ retailer: 'amazon' });
  });

  it('is the brand in every list of orders, and in an order of the legacy API', async () => {
    const mine = await system.mint();
    const legacy = (path: string, body?: unknown) =>
      system.call(path, {
        ...(body === undefined ? {} : { method: 'POST', body }),
        headers: { authorization: `Basic ${btoa(`${mine}:`)}` },
      });
    const url = await anyProduct(system, 'amazon');
    const made = await system.post('/orders', mine, orderFor(url, { max_price: 100_000 }));
    expect(made.status, made.text).toBe(201);
    const { first_name, last_name, address_line1, city, state, postal_code, country, phone_number } =
      orderFor(url).shipping_address;
    const shipping_address = { first_name, last_name, address_line1, city, state, zip_code: postal_code, country };
    const asked = await legacy('/v1/orders', {
      retailer: 'amazon.com',
      products: [{ product_id: url, quantity: 1 }],
      shipping_address: { ...shipping_address, phone_number },
      is_gift: false,
      max_price: 100_000,
    });
    expect(asked.status, asked.text).toBe(200);
    for (const name of ['amazon', 'amazon.com', 'www.Amazon.de']) {
      expect((await legacy(`/v1/orders?retailer=${name}`)).body, name).toHaveLength(2);
      expect((await system.get(`/orders?retailer=${name}`, mine)).body.total, name).toBe(2);
      const exported = (await system.get(`/orders/export?retailer=${name}`, mine)).text;
      expect(exported.trim().split('\n'), name).toHaveLength(3);
    }
    for (const name of ['walmart.com', 'walmart', 'nowhere.example']) {
      expect((await legacy(`/v1/orders?retailer=${name}`)).body, name).toEqual([]);
      expect((await system.get(`/orders?retailer=${name}`, mine)).body.total, name).toBe(0);
    }
    const found = await legacy(`/v1/search?query=headphones&retailer=amazon.com`);
    expect(found.body).toMatchObject({ retailer: 'amazon', status: 'completed' });
  });

  it('is not a product page: the error says so, and does not call the store unknown', async () => {
    const before = await rowCounts(system.database.db);
    const { status, body } = await system.post('/orders', key, orderFor('https://www.amazon.com/'));
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'url_unreachable', details: { retailer: 'amazon' } });
    expect(body.error.message).toContain('not a product page');
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});

describe('newer_than', () => {
  const asked = (value: string) =>
    system.get(`/products/1?retailer=walmart&newer_than=${encodeURIComponent(value)}`, key);

  it.each(['2026-08-21T10:00:00Z', '2026-08-21T12:00:00.000+02:00', '1787306400', '1787306400000'])(
    'takes %s',
    async (value) => {
      expect((await asked(value)).status).toBe(200);
    },
  );

  it.each(['yesterday', '2026-08-21', '-1', '1e9', ''])('refuses %j', async (value) => {
    const { status, body } = await asked(value);
    expect(status).toBe(422);
    expect(body.detail[0].loc).toEqual(['query', 'newer_than']);
  });
});

describe('a filter that does not exist', () => {
  it.each([
    '/orders?status=pending',
    '/orders/bulk?status=pending',
    '/returns?state=open',
    '/retailers?country=DE',
    '/managed-accounts?retailer=amazon',
    '/wallet/transactions?kind=hold',
    '/webhooks/deliveries?state=failed',
    '/usage?days=3&endpoint=search',
    '/products/search?query=mug&retailer=walmart&max_price=5',
    '/search?q=mug&retailer=walmart',
  ])('%s is refused, not answered with everything', async (path) => {
    const { status, body } = await system.get(path, key);
    expect(status).toBe(422);
    expect(body.detail.at(-1)).toMatchObject({ type: 'extra_forbidden' });
  });

  it('is what old clients send: the legacy API keeps working', async () => {
    expect((await legacyClient(system, key).get('/v1/orders?utm=1')).status).toBe(200);
  });
});

describe('null', () => {
  it('means absent, in every field of an order that may be left out', async () => {
    const url = `${system.url}/shop/products/test-success`;
    const nothing = {
      metadata: null,
      is_gift: null,
      po_number: null,
      idempotency_key: null,
      customer_notifications: null,
    };
    const product = { url, quantity: null, variant: null, condition_in: null, condition_not_in: null };
    const { status, text, body } = await system.post('/orders', key, {
      products: [product],
      shipping_address: { ...address, address_line2: null, country: null },
      max_price: 5000,
      ...nothing,
    });
    expect(status, text).toBe(201);
    expect(body).toMatchObject({ is_gift: false, metadata: {}, items: [{ quantity: 1, condition_in: ['New'] }] });
  });

  it('is missing if something is required', async () => {
    const { body } = await system.post('/orders', key, { ...orderFor('https://x.example/1'), max_price: null });
    expect(body.detail).toEqual([{ loc: ['body', 'max_price'], msg: 'Field required', type: 'missing' }]);
  });
});

it('accepts a country code in upper or lower case', async () => {
  const url = `${system.url}/shop/products/test-success`;
  const { status, body } = await system.post(
    '/orders',
    key,
    orderFor(url, { shipping_address: { ...address, country: 'us' } }),
  );
  expect(status).toBe(201);
  expect(body.shipping_address.country).toBe('US');
  const { state: _none, ...stateless } = address;
  const refused = await system.post(
    '/orders',
    key,
    orderFor(url, { shipping_address: { ...stateless, country: 'us' } }),
  );
  expect(refused.status).toBe(422);
});

it('search says which products need a variant, and an order of one without is refused for that', async () => {
  const { body } = await system.get('/search?q=t-shirt', key);
  const needs = body.results.find((hit: { variant_required: boolean }) => hit.variant_required);
  const free = (await system.get('/search?q=paper%20towels', key)).body.results.find(
    (hit: { variant_required: boolean }) => !hit.variant_required,
  );
  expect([needs.variant_required, free.variant_required]).toEqual([true, false]);
  const { body: order } = await system.post('/orders', key, orderFor(needs.url, { max_price: 50_000 }));
  await system.queue.drain();
  const { body: ended } = await system.get(`/orders/${order.id}`, key);
  expect(ended.job_result.error_type).toBe('product_variant_required');
});

describe('lists say how to see the rest', () => {
  it('returns and batches', async () => {
    const own = await system.account('test');
    const url = `${system.url}/shop/products/test-success`;
    const row = { product_url: url, name: 'Jane Doe', address1: '1 Market St', city: 'San Francisco', state: 'CA' };
    const rows = [{ ...row, quantity: '1', zip: '94105', max_price: '5000' }];
    for (const name of ['a', 'b', 'c']) {
      const made = await system.post('/orders/bulk', own.key, { filename: name, rows });
      expect(made.status, made.text).toBe(201);
    }
    const page = async (offset: number) => (await system.get(`/orders/bulk?limit=2&offset=${offset}`, own.key)).body;
    expect(await page(0)).toMatchObject({ total: 3, limit: 2, offset: 0, next_offset: 2 });
    expect(await page(2)).toMatchObject({ total: 3, limit: 2, offset: 2, next_offset: null });
    const returns = await system.get('/returns?limit=1', own.key);
    expect(returns.body).toEqual({ return_requests: [], total: 0, limit: 1, offset: 0, next_offset: null });
  });
});

it('deliveries are found by either kind of order ID', async () => {
  const client = legacyClient(system, key);
  const webhooks = { status_updated: `http://127.0.0.1:${await freePort()}/nobody` };
  const { requestId } = await client.orderAndSettle(managed({ webhooks }));
  const dashed = requestId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const [plain, uuid] = await Promise.all(
    [requestId, dashed].map((id) => system.get(`/webhooks/deliveries?order_id=${id}`, key)),
  );
  expect(plain!.body.total).toBeGreaterThan(0);
  expect(plain!.body).toEqual(uuid!.body);
  expect((await system.get('/webhooks/deliveries?order_id=12', key)).body.detail[0].type).toBe('uuid_parsing');
});

describe('a return through the legacy API, for an order placed with our accounts', () => {
  async function returned(more: Record<string, unknown>) {
    const client = legacyClient(system, key);
    const { requestId } = await client.orderAndSettle(managed());
    const products = [{ product_id: 'test-success', quantity: 1 }];
    const asked = await client.post(`/v1/orders/${requestId}/return`, { products, reason_code: 'empty_box', ...more });
    expect(asked.status, asked.text).toBe(200);
    await system.queue.drain();
    await system.queue.drain();
    return { client, id: asked.body.request_id as string };
  }
  const dash = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

  it.each([{}, { method_code: null }, { method_code: 'dropoff' }])(
    'is refunded by itself when handed in (%j)',
    async (more) => {
      const { client, id } = await returned(more);
      expect((await client.get(`/v1/returns/${id}`)).body).toMatchObject({ return_status: 'credited' });
    },
  );

  it.each(['mail', 'pickup'])('waits for a person when it goes back by %s', async (method) => {
    const { client, id } = await returned({ method_code: method });
    expect((await client.get(`/v1/returns/${id}`)).body).toMatchObject({ code: 'return_in_progress' });
    expect((await creditsOf(system))[dash(id)]).toBeUndefined();
    const decided = await system.post(`/sandbox/returns/${dash(id)}/resolve`, key, { status: 'credited' });
    expect(decided.body.status, decided.text).toBe('credited');
    expect((await creditsOf(system))[dash(id)]).toBeGreaterThan(0);
  });
});

it('a test key created on the command line has test money, once, and canonical retailer names', {
  timeout: 90_000,
}, async () => {
  const make = async () => {
    const whose = [
      '--email',
      'ops@example.com',
      '--world',
      'test',
      '--retailers',
      'Amazon.com, www.walmart.com,amazon,rei',
    ];
    const args = ['server/src/main/admin.ts', 'keys', 'create', ...whose];
    const env = { ...process.env, DATABASE_URL: system.databaseUrl, DATA_DIR: system.config.dataDir };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    return (await textOf(child.stdout)).trim();
  };
  const keys = [await make(), await make()];
  for (const one of keys) expect((await system.get('/wallet', one)).body.balance_cents).toBe(1_000_000);
  const { rows } = await sql<{ names: string[] }>`
    select allowed_retailers as names from api_keys where label = 'Key created by an operator'`.execute(
    system.database.db,
  );
  expect(rows.map(({ names }) => names)).toEqual([
    ['amazon', 'walmart', 'rei'],
    ['amazon', 'walmart', 'rei'],
  ]);
});
