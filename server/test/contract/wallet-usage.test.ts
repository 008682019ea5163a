import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerProblems } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
const clock = fakeClock();
beforeAll(async () => {
  system = await startSystem({ clock, env: { ORDER_FEE_CENTS: '150' } });
  contract = await readContract(system);
});
afterAll(() => system.stop());

const product = () => `${system.url}/shop/products/test-success`;

describe('GET /overview', () => {
  it('sums in the database what was spent, less what came back, and says where every order is', async () => {
    const key = await system.mint();
    const shop = `${system.url}/shop/products`;
    for (const name of ['test-success', 'test-retailer-cancels']) {
      await contract.post('/orders', key, orderFor(`${shop}/${name}`));
    }
    const lost = (await contract.post('/orders', key, orderFor(`${shop}/test-lost-parcel`))).body.id;
    await system.queue.drain();
    const { status, body } = await contract.get('/overview', key);
    expect(status).toBe(200);
    const spent = 2 * (1999 + 150);
    expect(body.spending.total_cents).toBe(spent);
    expect(body.spending.days).toHaveLength(30);
    expect(body.spending.days.at(-1)).toEqual({ day: clock.now().toISOString().slice(0, 10), cents: spent });
    expect(body.wallet).toEqual({
      balance_cents: 1_000_000 - spent,
      held_cents: 0,
      available_cents: 1_000_000 - spent,
    });
    expect(body.orders).toMatchObject({ undeliverable: 1, cancelled_by_retailer: 1, order_failed: 0, pending: 0 });
    const all = Object.values<number>(body.orders).reduce((sum, count) => sum + count, 0);
    expect(all).toBe(3);
    expect(body.attention).toMatchObject({
      undeliverable: 1,
      undeliverable_order_id: lost,
      cancelled_by_retailer: 1,
      failed: 0,
      waiting_for_answer: 0,
      waiting_order_id: null,
    });
  });

  it('says what an account still needs to be set up for work', async () => {
    const jane = await signIn(system, 'jane@example.com');
    const started = async () => (await jane.call('/overview')).body.getting_started;
    const nothing = { has_key: false, has_endpoint: false, has_team: false, has_live_order: false };
    expect(await started()).toEqual(nothing);
    expect((await jane.call('/keys', { method: 'POST', body: { label: 'Shop', world: 'test' } })).status).toBe(201);
    expect(await started()).toEqual({ ...nothing, has_key: true });
    const endpoint = { url: 'https://93.184.216.34/hooks', events: null };
    const made = await jane.call('/webhooks/endpoints', { method: 'POST', body: endpoint });
    expect(made.status, made.text).toBe(201);
    expect(await started()).toEqual({ ...nothing, has_key: true, has_endpoint: true });
    const invited = { email: 'joe@example.com', role: 'buyer' };
    expect((await jane.call('/team/invitations', { method: 'POST', body: invited })).status).toBe(201);
    expect(await started()).toEqual({ ...nothing, has_key: true, has_endpoint: true, has_team: true });
  });

  it('counts endpoints whose deliveries fail, of this account alone', async () => {
    const { key, accountId } = await system.account('test');
    const failing = async (as: string) => (await contract.get('/overview', as)).body.attention.failing_endpoints;
    expect(await failing(key)).toBe(0);
    await sql`insert into webhook_deliveries (id, account_id, world, event, subject_kind, subject_id, url, origin, receiver, body, status,
        attempts, failures, created_at)
      select gen_random_uuid(), ${accountId}, 'test', 'order.placed', 'order', 'x', 'https://hooks.example.com/' || n % 2,
        'https://hooks.example.com', 'https://hooks.example.com/' || n % 2, '{}', 'pending', 1, 3, ${clock.now()}
      from generate_series(1, 4) n`.execute(system.database.db);
    expect(await failing(key)).toBe(2);
    expect(await failing((await system.account('test')).key)).toBe(0);
  });

  it('counts nothing of another account or the other mode, and needs a key', async () => {
    const { body } = await contract.get('/overview', (await system.account('live', 500)).key);
    expect(Object.values<number>(body.orders).every((count) => count === 0)).toBe(true);
    expect(body.spending.total_cents).toBe(0);
    expect(body.wallet.available_cents).toBe(500);
    expect((await contract.get('/overview')).status).toBe(401);
  });
});

describe('GET /wallet', () => {
  it('starts a sandbox with 1,000,000 cents of test money', async () => {
    const { status, body } = await contract.get('/wallet', await system.mint());
    expect(status).toBe(200);
    expect(body).toEqual({ balance_cents: 1_000_000, held_cents: 0, available_cents: 1_000_000, currency: 'USD' });
  });

  it('holds max_price and the fee, captures what was charged and the fee, releases the rest', async () => {
    const key = await system.mint();
    const { body: order } = await contract.post('/orders', key, orderFor(product()));
    expect((await contract.get('/wallet', key)).body).toMatchObject({ held_cents: 5150, available_cents: 994_850 });
    await system.queue.drain();
    const charged = 1999 + 150;
    expect((await contract.get('/wallet', key)).body).toEqual({
      balance_cents: 1_000_000 - charged,
      held_cents: 0,
      available_cents: 1_000_000 - charged,
      currency: 'USD',
    });
    const { body } = await contract.get('/wallet/transactions', key);
    expect(body.total).toBe(5);
    const [, , , , fund] = body.transactions;
    expect(fund).toMatchObject({ type: 'fund', amount_cents: 1_000_000, order_id: null });
    const ofOrder = body.transactions.slice(0, 4);
    expect(ofOrder.every((each: { order_id: string }) => each.order_id === order.id)).toBe(true);
    const amounts = Object.fromEntries(
      ofOrder.map((each: { type: string; amount_cents: number }) => [each.type, each.amount_cents]),
    );
    expect(amounts).toEqual({ hold: 5150, capture: 1999, fee: 150, release: 5150 - charged });
  });

  it('is never overdrawn by any number of concurrent orders', async () => {
    const { key } = await system.account('test', 10 * 5150 + 100);
    const prices = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? 900_000 : 5000));
    const answers = await Promise.all(
      prices.map((max_price) => contract.post('/orders', key, orderFor(product(), { max_price }))),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 402)).toHaveLength(50);
    expect((await contract.get('/wallet', key)).body).toMatchObject({ held_cents: 51_500, available_cents: 100 });
    expect((await contract.get('/orders', key)).body.total).toBe(10);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('pages through transactions, newest first', async () => {
    const key = await system.mint();
    for (let n = 0; n < 3; n += 1) {
      clock.advance(1000);
      await contract.post('/orders', key, orderFor(product()));
    }
    const all = (await contract.get('/wallet/transactions', key)).body;
    expect(all.total).toBe(4);
    const paged = [];
    for (const offset of [0, 3]) {
      paged.push(...(await contract.get(`/wallet/transactions?limit=3&offset=${offset}`, key)).body.transactions);
    }
    expect(paged).toEqual(all.transactions);
    const behind = (id: string, whose: string) => contract.get(`/wallet/transactions?limit=3&after=${id}`, whose);
    expect((await behind(all.transactions[0].id, key)).body.transactions).toEqual(all.transactions.slice(1));
    // Another account's transfer is a valid position in the list, but only one's own entries follow it.
    expect((await behind(all.transactions.at(-1).id, await system.mint())).body.transactions).toEqual([]);
    // Each entry has the balance afterward: the latest has the current one.
    expect(all.transactions[0].balance_cents).toBe((await contract.get('/wallet', key)).body.balance_cents);
    expect(all.transactions.at(-1).balance_cents).toBe(1_000_000);
    const times = paged.map((each: { created_at: string }) => each.created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  it.each(['limit=0', 'limit=201', 'offset=-1', 'limit=x', 'after=x', 'after=-1'])('refuses %s', async (query) => {
    expect((await contract.get(`/wallet/transactions?${query}`, await system.mint())).status).toBe(422);
  });

  it('needs a key', async () => {
    expect((await contract.get('/wallet')).status).toBe(401);
    expect((await contract.get('/wallet/transactions')).status).toBe(401);
  });
});

describe('GET /usage', () => {
  const recorded = (key: string) =>
    expect
      .poll(async () => (await contract.get('/usage', key)).body.recent.length, { timeout: 15_000 })
      .toBeGreaterThanOrEqual(4);

  it('counts calls by endpoint and day, and lists the newest first', async () => {
    const key = await system.mint();
    await contract.get('/products/search?query=cable&retailer=walmart', key);
    clock.advance(1000);
    await contract.get('/search?q=cable', key);
    clock.advance(1000);
    await contract.post('/orders', key, orderFor(product()), { 'Idempotency-Key': 'u' });
    await contract.post('/orders', key, orderFor(product()), { 'Idempotency-Key': 'u' });
    clock.advance(1000);
    await contract.get('/products/unknown-product?retailer=walmart', key);
    await recorded(key);
    const { status, body } = await contract.get('/usage', key);
    expect(status).toBe(200);
    expect(body.window_days).toBe(30);
    expect(Object.keys(body.metrics).sort()).toEqual(
      [
        'products.search',
        'products.details',
        'products.offers',
        'search',
        'orders.create',
        'orders.bulk',
        'returns.create',
      ].sort(),
    );
    for (const endpoint of ['products.search', 'search', 'orders.create', 'products.details']) {
      const metric = body.metrics[endpoint];
      expect([endpoint, metric.total, metric.prev_total]).toEqual([endpoint, 1, 0]);
      expect(metric.series).toHaveLength(30);
      expect(metric.series.at(-1)).toBe(1);
    }
    expect(body.recent.map((call: { endpoint: string }) => call.endpoint)).toEqual([
      'products.details',
      'orders.create',
      'search',
      'products.search',
    ]);
    expect(body.recent[3]).toMatchObject({ query: 'cable', retailer: 'walmart', result_count: expect.any(Number) });
    expect(body.recent[0]).toMatchObject({ product_id: 'unknown-product', retailer: 'walmart' });
    expect((await contract.get('/usage?recent=2', key)).body.recent).toHaveLength(2);
    expect((await contract.get('/usage?recent=0', key)).body.recent).toEqual([]);
    clock.advance(86_400_000);
    const tomorrow = (await contract.get('/usage?window_days=1', key)).body.metrics.search;
    expect(tomorrow).toEqual({ total: 0, prev_total: 1, series: [0] });
  });

  it.each(['window_days=0', 'window_days=91', 'recent=-1', 'recent=201', 'window_days=x'])(
    'refuses %s',
    async (query) => {
      expect((await contract.get(`/usage?${query}`, await system.mint())).status).toBe(422);
    },
  );

  it('needs a key', async () => {
    expect((await contract.get('/usage')).status).toBe(401);
  });
});
