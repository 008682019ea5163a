import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs, systemClock } from '../../src/kit/clock.ts';
import { startHousekeeping } from '../../src/main/housekeeping.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = { ...fakeClock(), sleep: systemClock.sleep };
let system: TestSystem;
let contract: Contract;
let key: string;
beforeAll(async () => {
  system = await startSystem({ clock });
  contract = await readContract(system);
  ({ key } = await system.account('test'));
});
afterAll(() => system.stop());

const product = () => `${system.url}/shop/products/test-success`;
/** What was noted shows up once it was written, which happens every second. */
const found = (query: string, wanted = 1) =>
  expect.poll(async () => (await contract.get(`/requests?${query}`, key)).body.total, { timeout: 15_000 }).toBe(wanted);
const one = async (id: string) => (await contract.get(`/requests/${id}`, key)).body;

describe('the request log', () => {
  it('has each request of a key, found by ID, path, error and status', async () => {
    const made = await contract.post('/orders', key, orderFor(product()), {
      'x-request-id': 'order-one',
      'idempotency-key': `my ${key}`,
      'errand-test-fault': 'rate_limited',
      cookie: 'canary-cookie',
    });
    const failed = await contract.post('/orders', key, orderFor('https://unknown.example/p'));
    const wrong = await contract.post('/orders', key, { max_price: 'x' });
    const id = failed.headers.get('x-request-id') ?? '';
    await found('search=order-one');
    expect(await one('order-one')).toEqual({
      request_id: 'order-one',
      at: expect.stringMatching(/Z$/),
      method: 'POST',
      route: '/orders',
      path: '/orders',
      query: null,
      status: 201,
      ms: expect.any(Number),
      error_code: null,
      error_message: null,
      key: { id: expect.any(String), label: 'test' },
      body_state: 'whole',
      stands_for: 1,
      headers: {
        'content-type': 'application/json',
        'errand-test-fault': 'rate_limited',
        'idempotency-key': 'my svc_test_[redacted]',
        'user-agent': expect.any(String),
      },
      // As it was sent: without defaults.
      body: JSON.stringify(orderFor(product())),
      response: expect.stringContaining(`"id":"${made.body.id}"`),
      response_state: 'whole',
    });
    await found(`search=${wrong.headers.get('x-request-id')}`);
    expect(await one(id)).toMatchObject({ status: 400, error_code: 'unsupported_retailer' });
    const logged = await one(wrong.headers.get('x-request-id') ?? '');
    expect(logged).toMatchObject({ error_code: 'invalid_request', body: '{"max_price":"x"}', response_state: 'whole' });
    expect(JSON.parse(logged.response).detail).toEqual(wrong.body.detail);
    expect(wrong.body.detail.length).toBeGreaterThan(1);
    for (const { msg } of wrong.body.detail) expect(logged.error_message).toContain(msg);
    await found('status=4xx&method=POST', 2);
    await found('search=unsupported_ret');
    await found('status=422');
    await contract.get(`/orders/${made.body.id}?wait_seconds=0`, key);
    await found(`search=${made.body.id}`);
    const [seen] = (await contract.get(`/requests?search=${made.body.id}`, key)).body.requests;
    expect(seen).toMatchObject({ route: '/orders/:order_id', query: 'wait_seconds=0', body_state: 'none' });
    expect(seen).not.toHaveProperty('body');
    expect((await contract.get('/requests?status=9xx', key)).status).toBe(422);
    expect((await contract.get('/requests')).status).toBe(401);
  });

  it('logs only rejected requests from our pages, and not their 404s', async () => {
    const { call } = await signIn(system, 'jane@example.com');
    expect((await call('/orders/0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52/case')).status).toBe(404);
    expect((await call('/orders', { method: 'POST', body: { max_price: 'x' } })).status).toBe(422);
    await expect.poll(async () => (await call('/requests')).body.total, { timeout: 15_000 }).toBe(1);
    expect((await call('/requests')).body.requests).toMatchObject([{ method: 'POST', status: 422 }]);
  });

  it('is the account’s own, and keeps no secret and nothing large', async () => {
    const stranger = (await system.account('test')).key;
    expect((await contract.get('/requests?search=order-one', stranger)).body).toEqual({ requests: [], total: 0 });
    expect((await contract.get('/requests/order-one', stranger)).status).toBe(404);
    await contract.post(
      '/managed-accounts',
      key,
      { email: 'buyer@example.com', password: 'canary-password', retailer: 'walmart' },
      { 'x-request-id': 'secret-one' },
    );
    const long = orderFor(product(), { metadata: { note: 'y'.repeat(9000) } });
    await contract.post('/orders', key, long, { 'x-request-id': 'long-one' });
    await found('search=secret-one');
    await found('search=long-one');
    expect(await one('secret-one')).toMatchObject({ body_state: 'masked' });
    expect((await one('long-one')).body).toHaveLength(4096);
    const shown = await contract.get('/webhooks/secret', key);
    const shownId = shown.headers.get('x-request-id') ?? '';
    await found(`search=${shownId}`);
    expect(await one(shownId)).toMatchObject({ response_state: 'masked' });
    expect(shown.body.secret).toMatch(/^whsec_/);
    const { rows } = await sql<{ text: string }>`select r::text as text from request_log r`.execute(system.database.db);
    const everything = rows.map(({ text }) => text).join();
    for (const secret of ['canary-password', 'canary-cookie', key, shown.body.secret])
      expect(everything).not.toContain(secret);
    expect(everything).not.toMatch(/svc_test_\w/);
  });

  it('ends after the number of days in the setting', async () => {
    await found('search=order-one');
    clock.advance(30 * dayMs + 1000);
    expect((await contract.get('/requests?search=order-one', key)).body.total).toBe(0);
    expect((await contract.get('/requests/order-one', key)).status).toBe(404);
    await startHousekeeping({ database: system.database, clock });
    await system.queue.drain();
    const { rows } = await sql`select from request_log where request_id = 'order-one'`.execute(system.database.db);
    expect(rows).toEqual([]);
  });
});
