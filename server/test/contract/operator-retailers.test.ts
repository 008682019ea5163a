import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ledgerProblems, purchaseProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { legacyAddress, legacyClient } from '../harness/legacy.ts';
import { type OperatorClient, operatorEmail, operatorEnv, personOn } from '../harness/operator.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
let contract: Contract;
let operator: OperatorClient;
let key: string;
let url: string;
beforeAll(async () => {
  system = await startSystem({ clock, withLive: true, liveRetailers: ['walmart', 'etsy'], env: operatorEnv });
  contract = await readContract(system);
  operator = await personOn(system, contract);
  key = await system.mint();
  url = await anyProduct(system, 'walmart');
});
afterAll(() => system.stop());
beforeEach(async () => {
  for (const world of ['test', 'live']) await flip(true, { world, reason: 'Before the next test.' });
});

const flip = (enabled: boolean, more: Record<string, unknown> = {}) =>
  operator.put('/operator/retailers/walmart', { world: 'test', enabled, reason: 'Their checkout is down.', ...more });
const entries = async (count: number) => (await operator.get(`/operator/audit?limit=${count}`)).body.entries;
const order = () => contract.post('/orders', key, orderFor(url, { max_price: 100_000 }));
const isSupported = async (withKey?: string) =>
  (await contract.get('/retailers?name=walmart', withKey)).body.retailers[0].supported;

describe('GET /operator/retailers', () => {
  it('lists every retailer of both modes with its connector, its switch and what became of its orders', async () => {
    await order();
    await system.queue.drain();
    await flip(false);
    const { body } = await operator.get('/operator/retailers');
    expect(body.total).toBe(46);
    const of = (world: string, retailer: string) =>
      body.retailers.find((one: Record<string, unknown>) => one.world === world && one.retailer === retailer);
    expect(of('test', 'walmart')).toMatchObject({
      display_name: 'Walmart',
      connector: 'simulator',
      abilities: expect.arrayContaining(['search', 'checkout', 'track']),
      enabled: false,
      reason: 'Their checkout is down.',
      switched_by: operatorEmail,
      switched_at: clock.now().toISOString(),
      orders_24h: { placed: 1, failed: 0, under_way: 0 },
    });
    await system.post('/orders', await system.mint(), orderFor(`${system.url}/shop/products/test-success`));
    const { body: more } = await operator.get('/operator/retailers');
    expect(more.total).toBe(47);
    expect(more.retailers.find((one: Record<string, unknown>) => one.retailer === '127.0.0.1')).toMatchObject({
      world: 'test',
      orders_24h: { placed: 0, failed: 0, under_way: 1 },
    });
    expect(of('live', 'etsy')).toMatchObject({ enabled: true, reason: null, switched_by: null, switched_at: null });
    expect(of('live', 'amazon')).toMatchObject({ connector: null, abilities: [], enabled: true });
    expect((await operator.get('/operator/overview')).body.waiting.switched_off_retailers).toBe(1);
  });
});

describe('PUT /operator/retailers/{retailer}', () => {
  it('switches one mode only, writes the log, and says nothing twice', async () => {
    const off = await flip(false);
    expect(off.status).toBe(200);
    expect(off.body).toMatchObject({ retailer: 'walmart', world: 'test', enabled: false });
    const before = await rowCounts(system.database.db);
    expect((await flip(false)).status).toBe(200);
    expect(await rowCounts(system.database.db)).toEqual(before);
    await flip(false, { reason: 'And still.' });
    await flip(true, { reason: 'It works again.' });
    expect(await entries(3)).toMatchObject([
      {
        action: 'retailer.switched_on',
        subject_type: 'retailer',
        subject_id: 'test/walmart',
        before: { enabled: false, reason: 'And still.' },
        after: { enabled: true, reason: 'It works again.' },
        note: 'It works again.',
        operator_email: operatorEmail,
      },
      { action: 'retailer.switched_off', before: { enabled: false, reason: 'Their checkout is down.' } },
      { action: 'retailer.switched_off', before: { enabled: true }, after: { enabled: false } },
    ]);
  });

  it.each([
    ['nowhere', { world: 'test', enabled: false, reason: 'x' }, 404],
    ['amazon', { world: 'live', enabled: false, reason: 'x' }, 404],
    ['walmart', { world: 'moon', enabled: false, reason: 'x' }, 422],
    ['walmart', { world: 'test', enabled: 'no', reason: 'x' }, 422],
    ['walmart', { world: 'test', enabled: false, reason: '' }, 422],
    ['walmart', { world: 'test', enabled: false }, 422],
    ['walmart', { world: 'test', enabled: false, reason: 'x', force: true }, 422],
  ])('refuses %s with %j', async (retailer, body, status) => {
    const before = await rowCounts(system.database.db);
    expect((await operator.put(`/operator/retailers/${retailer}`, body)).status).toBe(status);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});

describe('a retailer that is turned off', () => {
  it('is not supported, in that mode only', async () => {
    await flip(false);
    expect(await isSupported(key)).toBe(false);
    expect(await isSupported()).toBe(true);
    await flip(true);
    await flip(false, { world: 'live' });
    expect(await isSupported(key)).toBe(true);
    expect(await isSupported()).toBe(false);
  });

  it('is not searched', async () => {
    // A clock that stands still never ends a search, so the test asks another process.
    const other = await startSystem({ databaseUrl: system.databaseUrl });
    const itsKey = await other.mint();
    const sellers = async (): Promise<string[]> => {
      const { body } = await other.get('/search?q=headphones', itsKey);
      return body.results.map((hit: { retailer: string }) => hit.retailer);
    };
    expect(await sellers()).toContain('walmart');
    await flip(false);
    await expect.poll(sellers, { timeout: 10_000, interval: 200 }).not.toContain('walmart');
    expect((await sellers()).length).toBeGreaterThan(0);
    await other.stop();
    expect((await contract.get('/products/search?query=headphones&retailer=walmart', key)).status).toBe(422);
    expect((await contract.get('/products/100000001?retailer=walmart', key)).status).toBe(422);
  });

  it('takes no orders, and nothing is written', async () => {
    await flip(false);
    const before = await rowCounts(system.database.db);
    const refused = await order();
    expect([refused.status, refused.body.error]).toMatchObject([
      400,
      { code: 'unsupported_retailer', details: { url } },
    ]);
    const legacy = await legacyClient(system, key).post('/v1/orders', {
      retailer: 'walmart',
      products: [{ product_id: url, quantity: 1 }],
      shipping_address: legacyAddress,
      is_gift: false,
      max_price: 5000,
    });
    expect([legacy.status, legacy.body.code]).toEqual([400, 'unknown_retailer']);
    const row = { product_url: url, name: 'Jane Doe', address1: '1 Market St', city: 'San Francisco', state: 'CA' };
    const rows = [{ ...row, zip: '94105', phone: '+14155550123', max_price: '5000' }];
    const { body: dryRun } = await contract.post('/orders/bulk/validate', key, { rows });
    expect(dryRun).toMatchObject({ invalid_rows: 1, rows: [{ ok: false }] });
    expect((await contract.post('/orders/bulk', key, { rows })).status).toBe(409);
    expect(await rowCounts(system.database.db)).toEqual(before);
    await flip(true);
    expect((await order()).status).toBe(201);
    await system.queue.drain();
  });

  it('still gives the first answer to a client that asks again', async () => {
    const body = orderFor(url, { max_price: 100_000, idempotency_key: 'before the switch' });
    const first = await contract.post('/orders', key, body);
    await flip(false);
    const again = await contract.post('/orders', key, body);
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    await flip(true);
    await system.queue.drain();
  });

  it('lets accepted orders wait, with their money, and buys them when it is on again', async () => {
    const { body: accepted } = await order();
    await flip(false);
    for (let step = 0; step < 5; step += 1) {
      await system.queue.drain();
      clock.advance(60_000);
    }
    const waiting = await contract.get(`/orders/${accepted.id}`, key);
    expect(waiting.body).toMatchObject({ status: 'pending', waiting_for: 'retailer', attempts: 0 });
    expect((await contract.get(`/orders/${accepted.id}/timeline`, key)).body.milestones).toMatchObject([
      { type: 'order_created', detail: { waiting_for: 'retailer' } },
    ]);
    expect((await system.get('/wallet', key)).body.held_cents).toBe(100_000);
    expect(await system.simulator.purchases(accepted.id)).toHaveLength(0);
    await system.queue.drain();
    await flip(true);
    // Hurried: the test does not wait for the next look.
    await system.queue.drain();
    const { body } = await contract.get(`/orders/${accepted.id}`, key);
    expect(body).toMatchObject({ status: 'order_placed', waiting_for: null, attempts: 1 });
    expect(await purchaseProblems(system.database.db)).toEqual([]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('releases the account of an order that has to wait, and leases it again afterward', async () => {
    const path = '/managed-accounts';
    const credentials = {
      email: 'buyer@example.com',
      password: 'hunter2-hunter2',
      retailer: 'walmart',
      is_paused: true,
    };
    const { body: account } = await system.post(path, key, credentials);
    const orderBody = orderFor(url, { max_price: 100_000, retailer_credentials_id: account.short_id });
    const { body: accepted } = await contract.post('/orders', key, orderBody);
    await system.queue.drain();
    const stands = async () => (await contract.get(`/orders/${accepted.id}`, key)).body;
    expect(await stands()).toMatchObject({ status: 'pending', waiting_for: 'account' });
    await flip(false);
    await system.call(`${path}/${account.short_id}`, { method: 'PUT', key, body: { is_paused: false } });
    await system.queue.drain();
    expect(await stands()).toMatchObject({ status: 'pending', waiting_for: 'retailer' });
    expect((await system.get(`${path}/${account.short_id}`, key)).body.locked_by_job_id).toBeNull();
    await flip(true);
    await system.queue.drain();
    expect(await stands()).toMatchObject({ status: 'order_placed' });
    expect(await purchaseProblems(system.database.db)).toEqual([]);
  });

  it('lets a waiting order be canceled', async () => {
    const { body: accepted } = await order();
    await flip(false);
    await system.queue.drain();
    expect((await contract.post(`/orders/${accepted.id}/cancel`, key)).status).toBe(204);
    await flip(true);
    await system.queue.drain();
    expect((await contract.get(`/orders/${accepted.id}`, key)).body.status).toBe('cancelled');
    expect(await purchaseProblems(system.database.db)).toEqual([]);
  });

  it('ends an order whose waiting time is up', async () => {
    const client = legacyClient(system, key);
    const made = await client.post('/v1/orders', {
      retailer: 'walmart',
      products: [{ product_id: url, quantity: 1 }],
      shipping_address: legacyAddress,
      is_gift: false,
      max_price: 100_000,
      addax_queue_timeout: 600,
    });
    expect(made.status, made.text).toBe(200);
    await flip(false);
    await system.queue.drain();
    clock.advance(601_000);
    await system.queue.drain();
    const { body } = await client.get(`/v1/orders/${made.body.request_id}`);
    expect(body).toMatchObject({ _type: 'error', code: 'mgd_temporarily_overloaded' });
    expect(await purchaseProblems(system.database.db)).toEqual([]);
  });

  it('still tracks what was bought there', async () => {
    const { body: accepted } = await order();
    await system.queue.drain();
    await flip(false);
    await system.post(`/sandbox/orders/${accepted.id}/advance`, key, { to: 'delivered' });
    const { body } = await contract.get(`/orders/${accepted.id}`, key);
    expect(body.tracking_numbers).toMatchObject([{ status: 'delivered' }]);
  });

  it('is known to every other process within about a second, and to new ones', async () => {
    const other = await startSystem({ databaseUrl: system.databaseUrl, clock, env: operatorEnv });
    const seenBy = async (one: TestSystem) =>
      (await one.get('/retailers?name=walmart', key)).body.retailers[0].supported as boolean;
    expect(await seenBy(other)).toBe(true);
    await flip(false);
    await expect.poll(() => seenBy(other), { timeout: 10_000, interval: 100 }).toBe(false);
    const late = await startSystem({ databaseUrl: system.databaseUrl, clock, env: operatorEnv });
    expect(await seenBy(late)).toBe(false);
    await other.stop();
    await late.stop();
    const { rows } = await sql`select from retailer_switches where not is_enabled`.execute(system.database.db);
    expect(rows).toHaveLength(1);
  });
});
