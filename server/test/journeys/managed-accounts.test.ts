import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { simulatedTotpSecret } from '../../src/connectors/simulator/index.ts';
import { plusMs } from '../../src/kit/clock.ts';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { type FakeClock, fakeClock } from '../harness/fake-clock.ts';
import { listOverlappingVisits } from '../harness/overlapping-visits.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let clock: FakeClock;
afterEach(() => system.stop());

async function start(options: Parameters<typeof startSystem>[0] = {}) {
  clock = fakeClock();
  system = await startSystem({ clock, ...options });
}

const minuteMs = 60_000;
const shop = (scenario: string) => `${system.url}/shop/products/test-${scenario}`;

async function createAccount(key: string, more: Record<string, unknown> = {}) {
  const answer = await system.post('/managed-accounts', key, { email: 'buyer@example.com', password: 'pw', ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as { id: string; short_id: string };
}

async function place(key: string, account: string | null, scenario = 'success'): Promise<string> {
  clock.advance(1);
  const more = { max_price: 2500, ...(account === null ? {} : { retailer_credentials_id: account }) };
  const answer = await system.post('/orders', key, orderFor(shop(scenario), more));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

const order = async (key: string, id: string) => (await system.get(`/orders/${id}`, key)).body;
const timeline = async (key: string, id: string) => (await system.get(`/orders/${id}/timeline`, key)).body.milestones;
const account = async (key: string, id: string) => (await system.get(`/managed-accounts/${id}`, key)).body;
const update = (key: string, id: string, body: unknown) =>
  system.call(`/managed-accounts/${id}`, { method: 'PUT', key, body });

/** The purchases in the order in which the store made them. */
async function bought(): Promise<{ reference: string; placed_at: Date }[]> {
  const { rows } = await sql<{ reference: string; placed_at: Date }>`
    select p.reference, p.placed_at from sim_purchases p join sim_sessions s using (reference)
    order by s.first_step`.execute(system.database.db);
  return rows;
}

describe('one job at a time', () => {
  it('buys fifty orders of one account in their order, with the cooldown between them', async () => {
    await start();
    const key = await system.mint();
    const { short_id } = await createAccount(key, { cooldown_minutes: 10 });
    const ids = [];
    for (let index = 0; index < 50; index += 1) ids.push(await place(key, short_id));
    for (let round = 0; round < 60; round += 1) {
      await system.queue.drain();
      clock.advance(10 * minuteMs);
    }
    const purchases = await bought();
    expect(purchases.map(({ reference }) => reference)).toEqual(ids);
    const gaps = purchases
      .slice(1)
      .map(({ placed_at }, index) => placed_at.getTime() - purchases[index]!.placed_at.getTime());
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10 * minuteMs);
    expect(await listOverlappingVisits(system.database.db)).toEqual([]);
    expect(await purchaseProblems(system.database.db)).toEqual([]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  }, 120_000);

  it('says what an order waits for, and keeps nobody waiting behind another account', async () => {
    await start();
    const key = await system.mint();
    const busy = await createAccount(key, { cooldown_minutes: 60 });
    const free = await createAccount(key);
    const first = await place(key, busy.short_id);
    const second = await place(key, busy.short_id);
    const other = await place(key, free.short_id);
    await system.queue.drain();
    expect((await order(key, first)).status).toBe('order_placed');
    expect((await order(key, other)).status).toBe('order_placed');
    expect(await order(key, second)).toMatchObject({ status: 'pending', waiting_for: 'account', attempts: 0 });
    expect((await timeline(key, second)).at(-1)).toMatchObject({
      type: 'order_created',
      detail: { waiting_for: 'account' },
    });
    clock.advance(60 * minuteMs);
    await system.queue.drain();
    expect(await order(key, second)).toMatchObject({ status: 'order_placed', waiting_for: null });
    expect((await timeline(key, second))[0].detail).toEqual({});
  });

  it('buys nothing with a paused account until it is resumed', async () => {
    await start();
    const key = await system.mint();
    const { short_id } = await createAccount(key, { is_paused: true });
    const id = await place(key, short_id);
    await system.queue.drain();
    clock.advance(60 * minuteMs);
    await system.queue.drain();
    expect(await order(key, id)).toMatchObject({ status: 'pending', waiting_for: 'account' });
    expect(await system.simulator.countPurchases()).toBe(0);
    await update(key, short_id, { is_paused: false });
    await system.queue.drain();
    expect((await order(key, id)).status).toBe('order_placed');
  });

  it('lets a waiting order be canceled, and wastes no cooldown on it', async () => {
    await start();
    const key = await system.mint();
    const { short_id } = await createAccount(key, { is_paused: true, cooldown_minutes: 60 });
    const cancelled = await place(key, short_id);
    const kept = await place(key, short_id);
    await system.queue.drain();
    expect((await system.post(`/orders/${cancelled}/cancel`, key)).status).toBe(204);
    expect((await order(key, cancelled)).waiting_for).toBeNull();
    await update(key, short_id, { is_paused: false });
    await system.queue.drain();
    expect((await order(key, kept)).status).toBe('order_placed');
    expect(await purchaseProblems(system.database.db)).toEqual([]);
  });

  it('fails the orders that wait for an account which is deleted', async () => {
    await start();
    const key = await system.mint();
    const { short_id } = await createAccount(key, { is_paused: true });
    const id = await place(key, short_id);
    await system.queue.drain();
    expect((await system.call(`/managed-accounts/${short_id}`, { method: 'DELETE', key })).status).toBe(204);
    await system.queue.drain();
    expect(await order(key, id)).toMatchObject({ status: 'order_failed', job_result: { error_type: 'login_failed' } });
    const late = await system.post('/orders', key, orderFor(shop('success'), { retailer_credentials_id: short_id }));
    expect(late.status).toBe(404);
    expect(await purchaseProblems(system.database.db)).toEqual([]);
  });

  it('fails an order whose account was given to another retailer while it waited', async () => {
    await start();
    const key = await system.mint();
    const { short_id } = await createAccount(key, { is_paused: true });
    const id = await place(key, short_id);
    await system.queue.drain();
    await update(key, short_id, { retailer: 'target', is_paused: false });
    await system.queue.drain();
    expect(await order(key, id)).toMatchObject({ status: 'order_failed', job_result: { error_type: 'login_failed' } });
    expect(await purchaseProblems(system.database.db)).toEqual([]);
  });

  it('resolves an unknown outcome with the account that bought, despite its cooldown and pause', async () => {
    await start();
    const key = await system.mint();
    const { short_id } = await createAccount(key, { cooldown_minutes: 60 });
    const id = await place(key, short_id, 'timeout-after-placing');
    await system.queue.drain();
    await update(key, short_id, { is_paused: true });
    clock.advance(10_000);
    await system.queue.drain();
    expect((await order(key, id)).status).toBe('order_placed');
    const { rows } = await sql<{ visits: number }>`
      select count(*) as visits from sim_sessions where reference = ${id}`.execute(system.database.db);
    expect(rows[0]!.visits).toBe(2);
    expect(await listOverlappingVisits(system.database.db)).toEqual([]);
    expect(await purchaseProblems(system.database.db)).toEqual([]);
  });
});

describe('a lease', () => {
  it('of a worker that died ends, and the order that waits goes on', async () => {
    await start();
    const key = await system.mint();
    const { short_id, id: accountId } = await createAccount(key);
    const until = new Date(clock.now().getTime() + 90_000);
    await sql`update managed_accounts set locked_by_job_id = gen_random_uuid(), locked_until = ${until}
      where id = ${accountId}`.execute(system.database.db);
    const id = await place(key, short_id);
    await system.queue.drain();
    expect((await order(key, id)).waiting_for).toBe('account');
    expect((await account(key, short_id)).locked_by_job_id).not.toBeNull();
    clock.advance(91_000);
    await system.queue.drain();
    expect((await order(key, id)).status).toBe('order_placed');
    expect(await account(key, short_id)).toMatchObject({ locked_by_job_id: null });
  });

  it('that was lost lets its worker write and buy nothing', async () => {
    await start();
    const key = await system.mint();
    const { short_id, id: accountId } = await createAccount(key, {
      email: 'b+totp@example.com',
      totp_secret: simulatedTotpSecret,
    });
    // The step was used, so the log-in waits; meanwhile the lease goes to another order.
    await sql`update managed_accounts set totp_step = ${Math.floor(clock.now().getTime() / 30_000)}
      where id = ${accountId}`.execute(system.database.db);
    const taken = clock.sleep;
    clock.sleep = async (ms, signal) => {
      await sql`update managed_accounts set locked_by_job_id = gen_random_uuid(), lock_epoch = lock_epoch + 1,
        locked_until = ${new Date(clock.now().getTime() + 60_000)} where id = ${accountId}`.execute(system.database.db);
      clock.sleep = taken;
      await taken(ms, signal);
    };
    const id = await place(key, short_id);
    await system.queue.drain();
    expect(await system.simulator.countPurchases()).toBe(0);
    expect(['pending', 'in_progress']).toContain((await order(key, id)).status);
    clock.advance(120_000);
    await system.queue.drain();
    expect((await order(key, id)).status).toBe('order_placed');
    expect(await purchaseProblems(system.database.db)).toEqual([]);
  });
});

describe('the health of an account', () => {
  it('pauses it when the store rejects the password, fails that order and keeps the next', async () => {
    await start();
    const key = await system.mint();
    const { short_id } = await createAccount(key, { password: 'wrong-password' });
    const [first, second] = [await place(key, short_id), await place(key, short_id)];
    await system.queue.drain();
    expect(await order(key, first)).toMatchObject({
      status: 'order_failed',
      job_result: { error_type: 'login_failed' },
    });
    expect(await account(key, short_id)).toMatchObject({ is_paused: true, locked_by_job_id: null });
    expect((await account(key, short_id)).pause_reason).toMatch(/^login_failed: /);
    expect(await order(key, second)).toMatchObject({ status: 'pending', waiting_for: 'account' });
    await update(key, short_id, { password: 'right', is_paused: false });
    await system.queue.drain();
    expect((await order(key, second)).status).toBe('order_placed');
  });

  it('pauses it when the store has locked it; the order is tried again once it is resumed', async () => {
    await start();
    const key = await system.mint();
    const { short_id } = await createAccount(key, { email: 'b+locked@example.com' });
    const id = await place(key, short_id);
    await system.queue.drain();
    clock.advance(minuteMs);
    await system.queue.drain();
    expect((await account(key, short_id)).pause_reason).toMatch(/^account_locked: /);
    expect(await order(key, id)).toMatchObject({ status: 'pending', waiting_for: 'account', attempts: 1 });
    await update(key, short_id, { email: 'b@example.com', is_paused: false });
    await system.queue.drain();
    expect((await order(key, id)).status).toBe('order_placed');
  });
});

describe("the service's own accounts", () => {
  const own = async (world: string, email: string, more: { retailer?: string; password?: string } = {}) => {
    const { addServiceAccount } = await import('../../src/main/operate-secrets.ts');
    const secrets = JSON.stringify({ password: more.password ?? 'pw' });
    const retailer = more.retailer ?? null;
    await addServiceAccount(system, { email, retailer, world: world as 'live', secrets });
  };
  const usedAccounts = async (): Promise<string[]> => {
    const { rows } = await sql<{ account: string }>`
      select account from sim_purchases order by placed_at, id`.execute(system.database.db);
    return rows.map((row) => row.account);
  };

  it('are used for live orders that name none: the least recently used of the retailer, default ones last', async () => {
    await start({ withLive: true });
    const { key } = await system.account('live');
    const orderBody = orderFor(await anyProduct(system, 'walmart'), { max_price: 200_000 });
    await system.post('/orders', key, orderBody);
    await system.queue.drain();
    expect(await usedAccounts()).toEqual([null]);
    await own('live', 'any@example.com');
    clock.advance(1);
    await own('live', 'one@example.com', { retailer: 'walmart' });
    clock.advance(1);
    await own('live', 'two@example.com', { retailer: 'walmart' });
    for (let index = 0; index < 3; index += 1) {
      clock.advance(1000);
      await system.post('/orders', key, orderBody);
      await system.queue.drain();
    }
    expect(await usedAccounts()).toEqual([null, 'one@example.com', 'two@example.com', 'one@example.com']);
    clock.advance(1000);
    // While both of the retailer are in use.
    await sql`update managed_accounts set locked_by_job_id = gen_random_uuid(), locked_until = ${plusMs(clock.now(), minuteMs)}
      where email in ('one@example.com', 'two@example.com')`.execute(system.database.db);
    await system.post('/orders', key, orderBody);
    await system.queue.drain();
    expect((await usedAccounts()).at(-1)).toBe('any@example.com');
    clock.advance(minuteMs);
    await Promise.all([1, 2, 3, 4].map(() => system.post('/orders', key, orderBody)));
    await system.queue.drain();
    expect(await usedAccounts()).toHaveLength(9);
    expect(await listOverlappingVisits(system.database.db)).toEqual([]);
    expect(await purchaseProblems(system.database.db)).toEqual([]);
  });

  it('that cannot log in are paused, and the order goes on with another', async () => {
    await start({ withLive: true });
    const { key } = await system.account('live');
    await own('live', 'bad@example.com', { password: 'wrong-password' });
    clock.advance(1);
    await own('live', 'good@example.com');
    const url = await anyProduct(system, 'walmart');
    const answer = await system.post('/orders', key, orderFor(url, { max_price: 200_000 }));
    await system.queue.drain();
    clock.advance(minuteMs);
    await system.queue.drain();
    expect(await order(key, answer.body.id)).toMatchObject({ status: 'order_placed', attempts: 2 });
    expect(await usedAccounts()).toEqual(['good@example.com']);
  });
});
