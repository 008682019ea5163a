import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { basic, dashed, goodCard, type LegacyClient, legacyClient, managed, selfManaged } from '../harness/legacy.ts';
import { loadStoreProducts } from '../harness/store-products.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let client: LegacyClient;
let key: string;
const clock = fakeClock();
beforeAll(async () => {
  system = await startSystem({ clock, withLive: true });
  key = await system.mint();
  client = legacyClient(system, key);
});
afterAll(() => system.stop());

const countOrders = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from orders`.execute(system.database.db);
  return rows[0]!.n;
};

describe('the client token', () => {
  it.each([
    ['nothing', {}],
    ['a bearer key', { authorization: 'Bearer svc_test_x' }],
    ['rubbish', { authorization: 'Basic !!!' }],
    ['an unknown token', basic('svc_test_unknown')],
  ])('refuses %s', async (_name, headers) => {
    const answer = await system.call('/v1/orders', { headers });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ _type: 'error', code: 'invalid_client_token', data: {} });
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="errand"');
  });

  it('rejects a valid key as bearer, and with a password', async () => {
    expect((await system.get('/v1/orders', key)).status).toBe(401);
    const authorization = `Basic ${Buffer.from(`${key}:secret`).toString('base64')}`;
    expect((await system.call('/v1/orders', { headers: { authorization } })).status).toBe(401);
  });

  it('takes a key in either mode', async () => {
    expect((await client.get('/v1/orders')).status).toBe(200);
    const live = await system.account('live');
    expect((await legacyClient(system, live.key).get('/v1/orders')).body).toEqual([]);
  });
});

describe('POST /v1/orders', () => {
  it('answers with a request_id that is the order ID without dashes', async () => {
    const answer = await client.post('/v1/orders', managed());
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['request_id']);
    expect(answer.body.request_id).toMatch(/^[0-9a-f]{32}$/);
    const current = await system.get(`/orders/${dashed(answer.body.request_id)}`, key);
    expect(current.body).toMatchObject({ status: 'pending', max_price: 5000, retailer: '127.0.0.1' });
  });

  it('parses JSON whatever the content type says, and echoes what it does not know', async () => {
    const body = JSON.stringify(managed({ from_an_old_client: { yes: [1, 2] }, client_notes: { ref: 'A-1' } }));
    const made = await client.post('/v1/orders', body, { 'content-type': 'application/x-www-form-urlencoded' });
    expect(made.status).toBe(200);
    await system.queue.drain();
    const { body: order } = await client.get(`/v1/orders/${made.body.request_id}`);
    expect(order.request).toEqual(JSON.parse(body));
    const current = await system.get(`/orders/${dashed(made.body.request_id)}`, key);
    expect(current.body.metadata).toEqual({ ref: 'A-1' });
  });

  it.each([
    ['{"a":', 'invalid_json'],
    ['[]', 'invalid_request'],
    ['', 'invalid_request'],
  ])('refuses the body %j', async (body, code) => {
    const before = await countOrders();
    const answer = await client.post('/v1/orders', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ _type: 'error', code });
    expect(await countOrders()).toBe(before);
  });

  it('lists every problem of the shape at once', async () => {
    const body = { ...managed({ max_price: 'ten', products: [{ product_id: 5 }] }), is_gift: undefined };
    const { status, body: answer } = await client.post('/v1/orders', body);
    expect(status).toBe(400);
    expect(answer.code).toBe('invalid_request');
    const paths = answer.data.validator_errors.map((error: { path: string }) => error.path).sort();
    expect(paths).toEqual(['is_gift', 'max_price', 'products.0.product_id', 'products.0.quantity']);
    const price = answer.data.validator_errors.find((error: { path: string }) => error.path === 'max_price');
    expect(price).toMatchObject({ value: 'ten', message: expect.stringContaining('integer') });
    const pathsOf = async (request: unknown) =>
      (await client.post('/v1/orders', request)).body.data.validator_errors.map(({ path }: { path: string }) => path);
    const required = ['is_gift', 'max_price', 'products', 'retailer', 'shipping_address'];
    expect((await pathsOf({})).sort()).toEqual(required);
    const own = { retailer_credentials: { email: 'a@example.com', password: 'x', totp_2fa_key: '!' } };
    const needed = ['payment_method', 'retailer_credentials.totp_2fa_key', 'shipping_method'];
    const rest = required.filter((path) => path !== 'max_price');
    expect((await pathsOf(own)).sort()).toEqual([...rest, ...needed].sort());
    expect((await client.post('/v1/orders', managed({ retailer: 'nowhere', max_price: undefined }))).body.code).toBe(
      'unknown_retailer',
    );
  });

  it('remembers an idempotency key, in the header or in the body', async () => {
    for (const [headers, more] of [
      [{ 'idempotency-key': 'legacy-1' }, {}],
      [{}, { idempotency_key: 'legacy-2' }],
    ] as const) {
      const before = await countOrders();
      const first = await client.post('/v1/orders', managed(more), headers);
      const again = await client.post('/v1/orders', managed(more), headers);
      expect(again.body).toEqual(first.body);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      const other = await client.post('/v1/orders', managed({ ...more, max_price: 4000 }), headers);
      expect(other.status).toBe(400);
      const { request_id: id } = first.body;
      const existing = { resource: 'order', identifier: expect.stringMatching(/^legacy-/), id, request_id: id };
      expect(other.body).toMatchObject({ code: 'duplicate_order', data: existing });
      expect(await countOrders()).toBe(before + 1);
    }
  });

  it('returns the first response again even if the request would be rejected today', async () => {
    const start = clock.now();
    // A key of an account does not expire as that of a sandbox does.
    const client = legacyClient(system, (await system.account('test')).key);
    const headers = { 'idempotency-key': 'before the card expired' };
    const card = { ...goodCard, expiration_month: 9, expiration_year: 2026 };
    const first = await client.post('/v1/orders', selfManaged({ payment_method: card }), headers);
    expect(first.status).toBe(200);
    clock.set(new Date('2026-10-02T00:00:00.000Z'));
    const today = await client.post('/v1/orders', selfManaged({ payment_method: card }));
    expect(today.body.code).toBe('invalid_expiration_date');
    const again = await client.post('/v1/orders', selfManaged({ payment_method: card }), headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    clock.set(start);
  });

  it('refuses what the wallet does not cover, and holds nothing', async () => {
    const poor = await system.account('test', 100);
    const answer = await legacyClient(system, poor.key).post('/v1/orders', managed());
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'insufficient_mgd_balance',
      data: { required: 5000, available: 100 },
    });
    expect((await system.get('/wallet', poor.key)).body.held_cents).toBe(0);
  });
});

describe('limits', () => {
  it('answers too many requests in the legacy format', async () => {
    const strict = await startSystem({ clock: fakeClock(), env: { RATE_LIMIT_PER_KEY: '1' } });
    try {
      const hasty = legacyClient(strict, (await strict.account('test')).key);
      const answers = await Promise.all(Array.from({ length: 5 }, () => hasty.get('/v1/orders')));
      const refused = answers.find(({ status }) => status === 429)!;
      expect(refused.body).toMatchObject({ _type: 'error', code: 'rate_limit_exceeded', data: {} });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await strict.stop();
    }
  });

  it('knows no other path', async () => {
    const answer = await client.get('/v1/nothing');
    expect(answer.status).toBe(404);
    expect(answer.body._type).toBe('error');
  });
});

describe('GET /v1/orders/{request_id}', () => {
  it('says request_processing, then shows the order', async () => {
    const made = await client.post('/v1/orders', managed({ retailer: 'amazon', ...(await amazonProduct()) }));
    const path = `/v1/orders/${made.body.request_id}`;
    const before = await client.get(path);
    expect(before.status).toBe(200);
    expect(before.body).toMatchObject({
      _type: 'error',
      code: 'request_processing',
      data: { order_status: 'pending' },
    });
    await system.queue.drain();
    const { status, body } = await client.get(path);
    expect(status).toBe(200);
    expect(body._type).toBe('order_response');
    const price = body.price_components;
    expect(price.subtotal + price.shipping + price.tax + price.fees).toBe(price.total);
    expect(price).toMatchObject({ currency: 'USD', payment_currency: 'USD', converted_payment_total: price.total });
    expect(body.merchant_order_ids).toEqual([
      {
        merchant_order_id: expect.stringMatching(/^11\d-\d{7}-\d{7}$/),
        merchant: 'amazon',
        account: 'managed',
        placed_at: clock.now().toISOString(),
      },
    ]);
    const { product_id: productId } = body.request.products[0];
    expect(body.tracking).toEqual([
      {
        product_id: productId,
        product_ids: [productId],
        merchant_order_id: body.merchant_order_ids[0].merchant_order_id,
        carrier: expect.any(String),
        tracking_number: expect.any(String),
        obtained_at: expect.any(String),
        delivery_status: 'delivered',
      },
    ]);
    expect(body.delivery_dates).toEqual([
      { delivery_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), products: [{ product_id: productId, quantity: 1 }] },
    ]);
    expect(body.account_status).toEqual({ prime: true, fresh: false, business: false, charity: '' });
  });

  it.each([
    ['test-price-exceeded', 'max_price_exceeded'],
    ['test-out-of-stock', 'product_unavailable'],
    ['test-invalid-variant', 'invalid_variant'],
    ['test-shipping-unavailable', 'shipping_method_unavailable'],
  ])('shows why %s failed, and gives the money back', async (productId, code) => {
    const products = [{ product_id: productId, quantity: 1 }];
    const { status, body } = await client.orderAndSettle(managed({ products }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ _type: 'error', code, data: { order_status: 'order_failed' } });
    expect(body.message.length).toBeGreaterThan(10);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it.each([
    ['test-invalid-address', 'invalid_address'],
    ['test-url-unreachable', 'product_unavailable'],
    ['test-insufficient-funds', 'insufficient_mgd_balance'],
  ])('refuses %s at once', async (productId, code) => {
    const before = await countOrders();
    const answer = await client.post('/v1/orders', managed({ products: [{ product_id: productId, quantity: 1 }] }));
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe(code);
    expect(await countOrders()).toBe(before);
  });

  it('ends as locked when the account stays locked', async () => {
    const products = [{ product_id: 'test-account-locked', quantity: 1 }];
    const { body } = await client.orderAndSettle(managed({ products }));
    expect(body.code).toBe('account_locked');
  });

  it('gives the same response for an unknown ID, another account’s ID and an ID in the other mode', async () => {
    const mine = await client.post('/v1/orders', managed());
    const strangers = [await system.account('test'), await system.account('live')];
    const answers = [
      await client.get('/v1/orders/0123456789abcdef0123456789abcdef'),
      await client.get('/v1/orders/nonsense'),
      ...(await Promise.all(
        strangers.map(({ key: other }) => legacyClient(system, other).get(`/v1/orders/${mine.body.request_id}`)),
      )),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ _type: 'error', code: 'invalid_request_id', data: {} });
    }
  });

  it('shows an order of the current API with the request that would have made it', async () => {
    const url = `${system.url}/shop/products/test-success`;
    const made = await system.post('/orders', key, orderFor(url, { metadata: { a: 1 }, po_number: '77' }));
    await system.queue.drain();
    const { body } = await client.get(`/v1/orders/${made.body.id}`);
    expect(body).toMatchObject({
      _type: 'order_response',
      request: {
        retailer: '127.0.0.1',
        products: [{ product_id: 'test-success', quantity: 1 }],
        shipping_address: { zip_code: '94105', first_name: 'Jane' },
        max_price: 5000,
        client_notes: { a: 1 },
        po_number: '77',
        addax: true,
      },
    });
  });
});

describe('GET /v1/orders', () => {
  it('lists newest first, with limit, offset, skip, times and retailer', async () => {
    const own = legacyClient(system, await system.mint());
    const ids: string[] = [];
    const times: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      clock.advance(1000);
      times.push(clock.now().getTime());
      ids.unshift((await own.post('/v1/orders', managed())).body.request_id);
    }
    clock.advance(1000);
    ids.unshift(
      (await own.post('/v1/orders', managed({ retailer: 'amazon', ...(await amazonProduct()) }))).body.request_id,
    );
    const listed = async (query: string): Promise<string[]> =>
      (await own.get(`/v1/orders${query}`)).body.map((order: { request_id: string }) => order.request_id);
    expect(await listed('')).toEqual(ids.slice(0, 10));
    expect(await listed('?limit=1000')).toEqual(ids);
    expect(await listed('?limit=2&offset=1')).toEqual(ids.slice(1, 3));
    expect(await listed('?limit=2&skip=3')).toEqual(ids.slice(3, 5));
    expect(await listed('?retailer=amazon')).toEqual(ids.slice(0, 1));
    expect(await listed(`?starting_after=${times[3]}&ending_before=${times[5]}`)).toEqual(
      [ids[8], ids[9]].reverse().reverse(),
    );
    const { body } = await own.get('/v1/orders?limit=1');
    expect(body[0]).toMatchObject({
      _type: 'error',
      code: 'request_processing',
      _created_at: expect.stringMatching(/Z$/),
    });
  });

  it.each(['?limit=0', '?limit=1001', '?limit=x', '?offset=-1', '?starting_after=yesterday'])(
    'refuses %s',
    async (query) => {
      const answer = await client.get(`/v1/orders${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        code: 'invalid_request',
        data: { validator_errors: [{ path: expect.any(String) }] },
      });
    },
  );
});

describe('abort and retry', () => {
  it('aborts only what is waiting', async () => {
    const made = await client.post('/v1/orders', managed());
    const path = `/v1/orders/${made.body.request_id}/abort`;
    const answer = await client.post(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ _type: 'error', code: 'aborted_request' });
    expect((await client.post(path)).body.code).toBe('aborted_request');
    const done = await client.orderAndSettle(managed());
    const late = await client.post(`/v1/orders/${done.requestId}/abort`);
    expect(late.status).toBe(400);
    expect(late.body).toMatchObject({ code: 'invalid_request', data: { order_status: 'order_placed' } });
    expect((await client.post('/v1/orders/0123456789abcdef0123456789abcdef/abort')).status).toBe(404);
  });

  it('retries what failed under a new request_id', async () => {
    const failed = await client.orderAndSettle(
      managed({ products: [{ product_id: 'test-out-of-stock', quantity: 1 }], idempotency_key: 'first-try' }),
    );
    const again = await client.post(`/v1/orders/${failed.requestId}/retry`);
    expect(again.status).toBe(200);
    expect(again.body.request_id).not.toBe(failed.requestId);
    await system.queue.drain();
    expect((await client.get(`/v1/orders/${again.body.request_id}`)).body.code).toBe('product_unavailable');
    const placed = await client.orderAndSettle(managed());
    const refused = await client.post(`/v1/orders/${placed.requestId}/retry`);
    expect(refused.status).toBe(400);
    expect(refused.body.data).toEqual({ order_status: 'order_placed' });
  });

  it('retries a self-managed order only with its secrets sent again', async () => {
    const wrong = { email: 'jane@example.com', password: 'wrong-password' };
    const failed = await client.orderAndSettle(selfManaged({ retailer_credentials: wrong }));
    expect(failed.body.code).toBe('invalid_login_credentials');
    const bare = await client.post(`/v1/orders/${failed.requestId}/retry`);
    expect(bare.status).toBe(400);
    const paths = bare.body.data.validator_errors.map((error: { path: string }) => error.path);
    expect(paths).toEqual(['retailer_credentials', 'payment_method']);
    const { retailer_credentials, payment_method } = selfManaged();
    const again = await client.post(`/v1/orders/${failed.requestId}/retry`, { retailer_credentials, payment_method });
    await system.queue.drain();
    expect((await client.get(`/v1/orders/${again.body.request_id}`)).body._type).toBe('order_response');
  });

  it('retries an order of the current API', async () => {
    const made = await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-out-of-stock`));
    await system.queue.drain();
    const again = await client.post(`/v1/orders/${made.body.id}/retry`);
    expect(again.status).toBe(200);
    expect((await system.get(`/orders/${dashed(again.body.request_id)}`, key)).body.items[0].url).toContain(
      'out-of-stock',
    );
  });
});

async function amazonProduct(): Promise<{ products: unknown[]; max_price: number }> {
  const product = (await loadStoreProducts('amazon')).find(() => true);
  return { products: [{ product_id: product.productId, quantity: 1 }], max_price: product.price * 2 + 5000 };
}
