import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/domains/access/accounts/index.ts';
import { freePort } from '../harness/free-port.ts';
import { signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let key: string;
let accountId: string;

beforeAll(async () => {
  system = await startSystem({ withWorker: true, withLive: true, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  ({ key, accountId } = await system.account('test', 10_000_000));
});
afterAll(() => system.stop());

const day = 86_400;
const unknownId = '00000000-0000-4000-8000-000000000000';
const product = (story = 'success') => `${system.url}/shop/products/test-${story}`;

async function newClock(body: object = {}, of = key): Promise<{ id: string; now: string }> {
  const answer = await system.post('/sandbox/clocks', of, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

async function order(clock: string | null, more: object = {}, story = 'success', headers?: Record<string, string>) {
  const answer = await system.post('/orders', key, orderFor(product(story), { test_clock: clock, ...more }), headers);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** Reads something until it is as expected. */
async function until<T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (let looks = 0; looks < 400; looks += 1) {
    const value = await read();
    if (isThere(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Never there: ${JSON.stringify(await read())}`);
}

const read = async (path: string) => (await system.get(path, key)).body;
const orderWhen = (id: string, status: string) =>
  until(
    () => read(`/orders/${id}`),
    (one) => one.status === status,
  );

async function advance(id: string, body: object) {
  const answer = await system.post(`/sandbox/clocks/${id}/advance`, key, body);
  expect([answer.status, answer.body.status], answer.text).toEqual([202, 'advancing']);
  return until(
    () => read(`/sandbox/clocks/${id}`),
    (clock) => clock.status === 'ready',
  );
}

describe('test clocks', () => {
  it('are created, listed, read and deleted', async () => {
    const clock = await newClock({ name: 'holidays', frozen_at: '2026-12-01T00:00:00Z' });
    expect(clock).toEqual({
      id: expect.any(String),
      name: 'holidays',
      now: '2026-12-01T00:00:00.000Z',
      status: 'ready',
    });
    expect(await read(`/sandbox/clocks/${clock.id}`)).toEqual(clock);
    expect((await read('/sandbox/clocks')).clocks).toContainEqual(clock);
    const plain = await newClock();
    const { clocks, total } = await read('/sandbox/clocks?limit=1');
    expect([clocks, total]).toEqual([[plain], (await read('/sandbox/clocks')).clocks.length]);
    expect((await read('/sandbox/clocks?limit=1&offset=1')).clocks).toEqual([clock]);
    expect((await system.get('/sandbox/clocks?limit=0', key)).status).toBe(422);
    expect(Math.abs(Date.parse(plain.now) - Date.now())).toBeLessThan(60_000);
    expect((await system.call(`/sandbox/clocks/${clock.id}`, { method: 'DELETE', key })).status).toBe(204);
    expect((await system.get(`/sandbox/clocks/${clock.id}`, key)).status).toBe(404);
    expect((await system.post('/sandbox/clocks', key)).status).toBe(201);
  });

  it('refuse what is wrong, and change nothing', async () => {
    const clock = await newClock();
    const far = new Date(Date.parse(clock.now) + 401 * day * 1000).toISOString();
    const refused = [
      {},
      { to: clock.now, by_seconds: 1 },
      { to: '2020-01-01T00:00:00Z' },
      { to: far },
      { by_seconds: 0 },
    ];
    for (const body of [...refused, { by_seconds: 401 * day }, { to: 'soon' }, { by: 1 }]) {
      const answer = await system.post(`/sandbox/clocks/${clock.id}/advance`, key, body);
      expect([answer.status, body], answer.text).toEqual([422, body]);
    }
    for (const body of [
      { frozen_at: '1999-01-01T00:00:00Z' },
      { frozen_at: 'x' },
      { nam: 'x' },
      { name: 'x'.repeat(101) },
    ]) {
      expect((await system.post('/sandbox/clocks', key, body)).status).toBe(422);
    }
    expect(await read(`/sandbox/clocks/${clock.id}`)).toEqual(clock);
  });

  it('are unknown to others and with a live key', async () => {
    const clock = await newClock();
    const other = (await system.account('test')).key;
    const needs = { tx: system.database.db, clock: system.clock };
    const live = (await createKey(needs, { accountId, world: 'live', label: 'live key of the same account' })).key;
    for (const [foreign, id] of [
      [other, clock.id],
      [live, clock.id],
      [key, unknownId],
    ] as const) {
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/advance'],
      ] as const) {
        const body = method === 'POST' ? { body: { by_seconds: 5 } } : {};
        const answer = await system.call(`/sandbox/clocks/${id}${path}`, { method, key: foreign, ...body });
        expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
      }
      const account = { email: 'a@example.com', password: 'x' };
      const bodies: [string, object][] = [
        ['/orders', orderFor(product(), { test_clock: id })],
        ['/orders/quote', orderFor(product(), { test_clock: id })],
        ['/orders/bulk', { rows: [{ product_url: product() }], test_clock: id }],
        ['/orders/bulk/validate', { rows: [{ product_url: product() }], test_clock: id }],
        ['/managed-accounts', { ...account, test_clock: id }],
      ];
      for (const [path, body] of bodies) {
        const answer = await system.post(path, foreign, body);
        expect([path, answer.status, answer.body.detail?.[0]?.loc], answer.text).toEqual([
          path,
          422,
          ['body', 'test_clock'],
        ]);
      }
    }
    expect((await system.post('/sandbox/clocks', live, {})).status).toBe(404);
    expect((await system.get('/sandbox/clocks', live)).status).toBe(404);
    expect((await system.get('/sandbox/clocks', other)).body).toEqual({ clocks: [], total: 0 });
    expect(await read(`/sandbox/clocks/${clock.id}`)).toEqual(clock);
  });

  it('are limited to 20 for an account', async () => {
    const own = (await system.account('test')).key;
    const made = await Promise.all(Array.from({ length: 24 }, () => system.post('/sandbox/clocks', own, {})));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(made.find(({ status }) => status !== 201)?.body.error.code).toBe('clock_limit_reached');
  });
});

describe('an order on a test clock', () => {
  it('is placed at once, and its package travels when the clock is advanced', async () => {
    const clock = await newClock({ frozen_at: new Date(Date.now() + 100 * day * 1000).toISOString() });
    const { id, test_clock, created_at } = await order(clock.id);
    expect(test_clock).toBe(clock.id);
    expect(Math.abs(Date.parse(created_at) - Date.parse(clock.now))).toBeLessThan(1000);
    const placed = await orderWhen(id, 'order_placed');
    expect(placed.tracking_numbers).toEqual([]);
    await advance(clock.id, { by_seconds: 5 });
    expect((await read(`/orders/${id}`)).tracking_numbers[0].status).toBe('in_transit');
    const { now } = await advance(clock.id, { by_seconds: day });
    const delivered = await read(`/orders/${id}`);
    expect(delivered.tracking_numbers[0].status).toBe('delivered');
    const at = Date.parse(delivered.tracking_numbers[0].checkpoints[0].checkpoint_time) - Date.parse(clock.now);
    expect(at).toBeGreaterThan(10_000);
    expect(at).toBeLessThan(20_000);
    expect(Date.parse(now) - Date.parse(clock.now)).toBe((day + 5) * 1000);
    const back = { order_id: id, items: [{ order_item_id: delivered.items[0].id, quantity: 1 }], reason: 'damaged' };
    const { body: created } = await system.post('/returns', key, back);
    expect(created.status).toBe('open');
    await advance(clock.id, { by_seconds: 60 });
    const approved = await read(`/returns/${created.id}`);
    expect(approved.status).toBe('approved');
    // Its label's link is of the clock too: it expires after seven days there.
    const [label] = approved.label_urls;
    const path = label.slice(label.indexOf('/labels'));
    expect((await system.get(path)).status).toBe(200);
    await advance(clock.id, { by_seconds: 8 * day });
    expect((await system.get(path)).status).toBe(403);
  });

  it('does not touch orders in real time', async () => {
    const clock = await newClock();
    const before = await order(null);
    await order(clock.id);
    await advance(clock.id, { to: new Date(Date.parse(clock.now) + 400 * day * 1000).toISOString() });
    const plain = await order(null);
    for (const { id } of [before, plain]) {
      const done = await orderWhen(id, 'order_placed');
      expect(done.test_clock).toBeNull();
      expect(Math.abs(Date.parse(done.created_at) - Date.now())).toBeLessThan(60_000);
    }
  });

  it('is retried by its clock: it fails if the store is down', async () => {
    const clock = await newClock();
    const { id } = await order(clock.id, {}, 'success', { 'errand-test-fault': 'store_outage' });
    const waiting = await until(
      () => read(`/orders/${id}`),
      (one) => one.waiting_for === 'retry',
    );
    expect(waiting.status).toBe('pending');
    await advance(clock.id, { by_seconds: 3600 });
    const failed = await read(`/orders/${id}`);
    expect([failed.status, failed.job_result.error_type, failed.attempts]).toEqual([
      'order_failed',
      'retailer_unavailable',
      5,
    ]);
  });

  it('expires with its approval, and its policy counts by the clock', async () => {
    const person = await signIn(system, 'policies@example.com');
    const asPerson = { headers: person.headers('test') };
    const { body: own } = await system.call('/keys', {
      ...asPerson,
      method: 'POST',
      body: { label: 'Agent', world: 'test' },
    });
    own.key = own.api_key;
    const put = (body: object) => system.call('/account/policy', { ...asPerson, method: 'PUT', body });
    const clock = await newClock({}, own.key);
    const body = orderFor(product(), { test_clock: clock.id });
    expect(
      (await put({ windows: [{ per: 'day', count: 1 }], approve: { above_cents: 4000 }, approve_within_minutes: 60 }))
        .status,
    ).toBe(200);
    const { body: asked } = await system.post('/orders', own.key, body);
    expect(asked.next_action.kind).toBe('approve');
    expect((await system.post('/orders', own.key, body)).body.error.code).toBe('policy_denied');
    const readOwn = async (path: string) => (await system.get(path, own.key)).body;
    await system.post(`/sandbox/clocks/${clock.id}/advance`, own.key, { by_seconds: day });
    await until(
      () => readOwn(`/sandbox/clocks/${clock.id}`),
      ({ status }) => status === 'ready',
    );
    const failed = await readOwn(`/orders/${asked.id}`);
    expect([failed.status, failed.job_result.error_type]).toEqual(['order_failed', 'approval_denied']);
    expect((await system.post('/orders', own.key, body)).status).toBe(201);
    expect((await readOwn('/wallet')).held_cents).toBe(5000);
  });

  it('relies on quotes and accounts of the same clock', async () => {
    const clock = await newClock();
    const quote = async () =>
      (await system.post('/orders/quote', key, orderFor(product(), { test_clock: clock.id }))).body.quote_id;
    const quoted = await quote();
    const answer = await system.post('/orders', key, orderFor(product(), { quote_id: quoted }));
    expect([answer.status, answer.body.detail?.[0].loc]).toEqual([422, ['body', 'test_clock']]);
    await advance(clock.id, { by_seconds: 14 * 60 });
    await orderWhen((await order(clock.id, { quote_id: quoted })).id, 'order_placed');
    const second = await quote();
    await advance(clock.id, { by_seconds: 16 * 60 });
    const late = await system.post('/orders', key, orderFor(product(), { quote_id: second, test_clock: clock.id }));
    expect([late.status, late.body.error.code]).toEqual([409, 'quote_refused']);

    const account = { email: 'a@example.com', password: 'secret', cooldown_minutes: 30, test_clock: clock.id };
    const { body: own } = await system.post('/managed-accounts', key, account);
    expect(own.test_clock).toBe(clock.id);
    const using = { retailer_credentials_id: own.short_id };
    expect((await system.post('/orders', key, orderFor(product(), using))).status).toBe(422);
    await orderWhen((await order(clock.id, using)).id, 'order_placed');
    const next = await order(clock.id, using);
    await until(
      () => read(`/orders/${next.id}`),
      (one) => one.waiting_for === 'account',
    );
    await advance(clock.id, { by_seconds: 31 * 60 });
    expect((await read(`/orders/${next.id}`)).status).toBe('order_placed');
  });

  it('works for batch orders too', async () => {
    const clock = await newClock();
    const row = {
      product_url: product(),
      quantity: '1',
      max_price: '5000',
      first_name: 'Jane',
      last_name: 'Doe',
      address_line1: '1 Market St',
      city: 'San Francisco',
      state: 'CA',
      postal_code: '94105',
      country: 'US',
      phone_number: '+14155550123',
    };
    const placed = await system.post('/orders/bulk', key, { rows: [row, row], test_clock: clock.id });
    expect(placed.status, placed.text).toBe(201);
    const batch = await until(
      () => read(`/orders/bulk/${placed.body.id}`),
      (one) => one.rows.every(({ order_id }: { order_id: string | null }) => order_id),
    );
    for (const { order_id: id } of batch.rows) {
      const one = await until(
        () => read(`/orders/${id}`),
        ({ status }) => status === 'order_placed',
      );
      expect(one.test_clock).toBe(clock.id);
    }
    await advance(clock.id, { by_seconds: day });
    const [first] = batch.rows;
    expect((await read(`/orders/${first.order_id}`)).items[0].status).toBe('delivered');
  });

  it('retries its webhooks by the clock, signed in real time', async () => {
    const seen: { type: string; id: string }[] = [];
    let isDown = true;
    const { body: endpointSecret } = { body: { value: '' } };
    const port = await freePort();
    const receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const headers = request.headers as Record<string, string>;
        new Webhook(endpointSecret.value).verify(text, headers);
        seen.push({ type: JSON.parse(text).type, id: JSON.parse(text).data.id });
        response.writeHead(isDown ? 500 : 200).end();
      });
    }).listen(port, '127.0.0.1');
    const url = `http://127.0.0.1:${port}/hooks`;
    const endpoint = await system.post('/webhooks/endpoints', key, { url, events: ['order.placed'] });
    expect(endpoint.status, endpoint.text).toBe(201);
    endpointSecret.value = endpoint.body.secret;
    const clock = await newClock({ frozen_at: new Date(Date.now() + 200 * day * 1000).toISOString() });
    const { id } = await order(clock.id);
    const mine = () => seen.filter((one) => one.id === id).length;
    await until(
      async () => mine(),
      (count) => count === 1,
    );
    isDown = false;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(mine()).toBe(1);
    await advance(clock.id, { by_seconds: 3600 });
    expect(mine()).toBe(2);
    await system.call(`/webhooks/endpoints/${endpoint.body.id}`, { method: 'DELETE', key });
    receiver.close();
  });

  it('continues in real time when its clock is deleted', async () => {
    const clock = await newClock();
    const { id } = await order(clock.id, {}, 'success', { 'errand-test-fault': 'rate_limited' });
    await until(
      () => read(`/orders/${id}`),
      (one) => one.waiting_for === 'retry',
    );
    expect((await system.call(`/sandbox/clocks/${clock.id}`, { method: 'DELETE', key })).status).toBe(204);
    await orderWhen(id, 'order_placed');
  });
});

describe('two advances at once', () => {
  it('cause one advance and one rejection', async () => {
    const clock = await newClock();
    await order(clock.id);
    const answers = await Promise.all(
      [60, 120, 180, 240].map((seconds) =>
        system.post(`/sandbox/clocks/${clock.id}/advance`, key, { by_seconds: seconds }),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(({ status }) => status === 409);
    expect(accepted.length + refused.length).toBe(4);
    expect(accepted.length).toBeGreaterThan(0);
    for (const { body } of refused) expect(body.error).toMatchObject({ code: 'clock_advancing', retryable: true });
    await until(
      () => read(`/sandbox/clocks/${clock.id}`),
      ({ status }) => status === 'ready',
    );
  });
});
