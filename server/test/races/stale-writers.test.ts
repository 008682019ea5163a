import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Connector, Outcome, Prepared } from '../../src/connectors/contract.ts';
import { createRegistry } from '../../src/connectors/registry.ts';
import { creditWallet } from '../../src/domains/money/wallet/index.ts';
import { markOpenOrdersUnknown } from '../../src/domains/orders/orders/attempts/sql-restored.ts';
import { placeOrder } from '../../src/domains/orders/placement/place-order.ts';
import type { PlacementNeeds } from '../../src/domains/orders/placement/step.ts';
import { type Clock, minuteMs, plusMs, systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { lyingStore } from '../conformance/lying-store.ts';
import { booksOf } from '../harness/books.ts';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { noRates } from '../harness/no-rates.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// Workers that come late, stores that lie: each test fails when the one line that guards against it is altered.

let system: TestSystem;
let key: string;
beforeAll(async () => {
  system = await startSystem();
  key = await system.mint();
});
afterAll(() => system.stop());

type Store = Connector<'test'>;
const honest = (): Store => system.simulator as Store;

function workerOf(store: Store, clock: Clock = system.clock) {
  const needs: PlacementNeeds = {
    database: system.database,
    clock,
    logger: createLogger({ level: 'silent' }),
    registry: createRegistry([store]),
    sandboxTimeScale: 0,
    reconcileTimeoutMs: 24 * 60 * minuteMs,
    rates: noRates,
    ensureAuthorized: async () => ({ kind: 'covered' }),
    vault: system.vault,
    codes: system.codes,
  };
  return (orderId: string, doubts = 0) => placeOrder(needs, { orderId, doubts }, new AbortController().signal);
}

async function accept(more: Record<string, unknown> = {}): Promise<string> {
  const answer = await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`, more));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

const read = async (id: string) => (await system.get(`/orders/${id}`, key)).body;
const statusOf = async (id: string): Promise<string> => (await read(id)).status;
const sold = async (id: string): Promise<number> => (await system.simulator.purchases(id)).length;
const unknown: Outcome = { kind: 'unknown', message: 'The connection broke.' };
const blocked: Prepared = { kind: 'blocked', reason: 'retailer_unavailable', message: 'Try later.' };

/** Opens once; a call that arrives before waits. */
function createGate() {
  const gate = Promise.withResolvers<void>();
  const arrival = Promise.withResolvers<void>();
  const pass = async () => {
    arrival.resolve();
    await gate.promise;
  };
  return { pass, open: () => gate.resolve(), arrived: arrival.promise };
}

describe('an attempt that another worker took over', () => {
  afterEach(async () => {
    await system.queue.drain();
    expect(await purchaseProblems(system.database.db)).toEqual([]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('is not requeued by the first worker: the second one has bought', async () => {
    const id = await accept();
    const early = createGate();
    const first = workerOf({
      ...honest(),
      async prepare() {
        await early.pass();
        return blocked;
      },
    })(id);
    await early.arrived;
    const late = createGate();
    const second = workerOf(lyingStore(honest(), { answersAfter: late.pass() }))(id);
    await expect.poll(() => sold(id)).toBe(1);
    early.open();
    expect(await first).toMatchObject({ kind: 'later' });
    expect(await statusOf(id)).toBe('in_progress');
    // A worker that looks now finds the purchase, and buys no other.
    await system.queue.drain();
    expect([await statusOf(id), await sold(id)]).toEqual(['order_placed', 1]);
    late.open();
    await second;
  });

  it('does not press the button for the first worker', async () => {
    const id = await accept();
    const gates = [createGate(), createGate()] as const;
    let presses = 0;
    const pausedAt = (index: 0 | 1): Store => ({
      ...honest(),
      async prepare(request, call) {
        const prepared = await honest().prepare!(request, call);
        await gates[index].pass();
        return prepared;
      },
      async submit(checkout, request, call) {
        if (index === 0) presses += 1;
        return honest().submit!(checkout, request, call);
      },
    });
    const first = workerOf(pausedAt(0))(id);
    await gates[0].arrived;
    const second = workerOf(pausedAt(1))(id);
    await gates[1].arrived;
    gates[0].open();
    expect(await first).toMatchObject({ kind: 'later' });
    expect(presses).toBe(0);
    gates[1].open();
    await second;
    expect([await statusOf(id), await sold(id)]).toEqual(['order_placed', 1]);
  });

  it('is not completed by the first worker’s response: the worker that took over completes it', async () => {
    const id = await accept();
    const answer = createGate();
    const first = workerOf(lyingStore(honest(), { answersAfter: answer.pass(), chargedTotal: toCents(1) }))(id);
    await expect.poll(() => sold(id)).toBe(1);
    const look = createGate();
    const reconciler = workerOf({
      ...honest(),
      async find(query, call) {
        const found = await honest().find!(query, call);
        await look.pass();
        return found;
      },
    })(id);
    await look.arrived;
    answer.open();
    expect(await first).toMatchObject({ kind: 'later' });
    expect(await statusOf(id)).toBe('in_progress');
    look.open();
    await reconciler;
    expect([await statusOf(id), await sold(id)]).toEqual(['order_placed', 1]);
  });

  it('is fenced before the lookup: a purchase after the lookup would be a duplicate', async () => {
    const id = await accept();
    const button = createGate();
    const first = workerOf({
      ...honest(),
      async submit(checkout, request, call) {
        await button.pass();
        return honest().submit!(checkout, request, call);
      },
    })(id);
    await button.arrived;
    await workerOf({
      ...honest(),
      async find(query, call) {
        const found = await honest().find!(query, call);
        button.open();
        await first;
        return found;
      },
    })(id);
    await system.queue.drain();
    expect([await statusOf(id), await sold(id)]).toEqual(['order_placed', 1]);
  });

  it('does not fail because of the first worker’s rejection', async () => {
    const id = await accept();
    const early = createGate();
    const first = workerOf({
      ...honest(),
      async prepare() {
        await early.pass();
        return { kind: 'refused', reason: 'product_out_of_stock', message: 'Gone.' };
      },
    })(id);
    await early.arrived;
    const late = createGate();
    const second = workerOf(lyingStore(honest(), { answersAfter: late.pass() }))(id);
    await expect.poll(() => sold(id)).toBe(1);
    early.open();
    expect(await first).toMatchObject({ kind: 'later' });
    expect(await statusOf(id)).toBe('in_progress');
    late.open();
    await second;
    expect([await statusOf(id), await sold(id)]).toEqual(['order_placed', 1]);
  });

  it('presses no button once a person has frozen the account, even with a full cart', async () => {
    const id = await accept();
    const cart = createGate();
    let presses = 0;
    const worker = workerOf({
      ...honest(),
      async prepare(request, call) {
        const prepared = await honest().prepare!(request, call);
        await cart.pass();
        return prepared;
      },
      async submit(checkout, request, call) {
        presses += 1;
        return honest().submit!(checkout, request, call);
      },
    })(id);
    await cart.arrived;
    await sql`
      insert into policies (id, account_id, world, scope, subject, version, rules, is_frozen, updated_by, created_at, updated_at)
      select gen_random_uuid(), account_id, world, 'account', '', 1, '{}', true, 'test', now(), now()
      from orders where id = ${id}`.execute(system.database.db);
    cart.open();
    expect(await worker).toMatchObject({ kind: 'later' });
    expect([presses, await sold(id)]).toEqual([0, 0]);
    await sql`delete from policies`.execute(system.database.db);
    await workerOf(honest())(id);
    await system.queue.drain();
    expect([await statusOf(id), await sold(id)]).toEqual(['order_placed', 1]);
  });

  it('is not failed by the operator who had it in hand when the database came back older: the store is asked first', async () => {
    const id = await accept();
    const button = createGate();
    const worker = workerOf({
      ...honest(),
      async submit() {
        await button.pass();
        return { kind: 'refused', reason: 'product_out_of_stock', message: 'Gone.' };
      },
    })(id);
    await button.arrived;
    await inTransaction(system.database.db, markOpenOrdersUnknown);
    button.open();
    expect(await worker).toMatchObject({ kind: 'later' });
    expect(await statusOf(id)).toBe('in_progress');
    await system.queue.drain();
    expect([await statusOf(id), await sold(id)]).toEqual(['order_placed', 1]);
  });

  it('has an unknown outcome when the store disconnects after the sale: it is found, not bought again', async () => {
    const id = await accept();
    await workerOf({
      ...honest(),
      async submit(checkout, request, call) {
        await honest().submit!(checkout, request, call);
        throw new Error('The connection broke.');
      },
    })(id);
    expect([await statusOf(id), await sold(id)]).toEqual(['in_progress', 1]);
    await system.queue.drain();
    expect([await statusOf(id), await sold(id)]).toEqual(['order_placed', 1]);
  });
});

describe('a store without a fence', () => {
  const lateWindowMs = 10 * minuteMs;

  /** Its answer is lost, and the purchase appears in its history only when the test says so. */
  function unfenced(windowMs: number | undefined): { store: Store; appear: () => Promise<void> } {
    const { fence: _none, ...open } = honest();
    let sell: () => Promise<unknown> = async () => {};
    const store: Store = {
      ...open,
      ...(windowMs === undefined ? {} : { lateWindowMs: windowMs }),
      async submit(checkout, request, call) {
        sell = () => honest().submit!(checkout, request, call);
        return unknown;
      },
    };
    return { store, appear: async () => void (await sell()) };
  }

  it.each([
    ['within its window', lateWindowMs, lateWindowMs],
    ['that names no window', undefined, 20 * 60 * minuteMs],
  ])('%s is not believed that nothing was bought', async (_name, windowMs, waitMs) => {
    const id = await accept();
    const { store, appear } = unfenced(windowMs);
    const start = system.clock.now();
    expect(await workerOf(store, { ...systemClock, now: () => start })(id)).toMatchObject({ kind: 'later' });
    const later: Clock = { ...systemClock, now: () => plusMs(start, waitMs) };
    expect(await workerOf(store, later)(id)).toMatchObject({ kind: 'later', doubts: 1 });
    expect((await read(id)).attempts).toBe(1);
    expect(await statusOf(id)).toBe('in_progress');
    await appear();
    await workerOf(store, later)(id, 1);
    expect([await statusOf(id), await sold(id)]).toEqual(['order_placed', 1]);
  });

  it('is trusted once its window has passed: the order is retried', async () => {
    const id = await accept();
    const { store } = unfenced(lateWindowMs);
    const start = system.clock.now();
    await workerOf(store, { ...systemClock, now: () => start })(id);
    await workerOf(store, { ...systemClock, now: () => plusMs(start, lateWindowMs + 1) })(id);
    expect([await statusOf(id), await sold(id)]).toEqual(['pending', 0]);
    await system.queue.drain();
    expect([await statusOf(id), await sold(id)]).toEqual(['order_placed', 1]);
  });
});

describe('a dishonest store', () => {
  const placedBy = async (lies: Parameters<typeof lyingStore>[1], more: Record<string, unknown> = {}) => {
    const id = await accept(more);
    const work = workerOf(lyingStore(honest(), lies));
    await work(id);
    // A cart that differs is tried once more.
    if ((await statusOf(id)) === 'pending') await work(id);
    return read(id);
  };
  const walletNow = async () => (await system.get('/wallet', key)).body;

  it.each([
    ['about the total of the cart', { cartTotal: toCents(1_000_000) }, 'max_price_exceeded'],
    ['about how many there are in it', { quantity: 2 }, 'checkout_failed'],
    ['about where it goes', { postalCode: '10001' }, 'checkout_failed'],
    ['by leaving a line out', { isLineMissing: true }, 'checkout_failed'],
  ])('%s sells nothing, and everything that was held comes back', async (_name, lies, errorType) => {
    const wallet = await walletNow();
    const order = await placedBy(lies);
    expect(order).toMatchObject({ status: 'order_failed', job_result: { error_type: errorType } });
    expect(await sold(order.id)).toBe(0);
    expect(await walletNow()).toEqual(wallet);
  });

  it('one cent above max_price is too much; exactly max_price is not', async () => {
    const probe = await placedBy({});
    const { total } = probe.job_result.price_components;
    const short = await placedBy({ cartTotal: toCents(1) }, { max_price: total });
    expect(short).toMatchObject({ status: 'order_failed', job_result: { error_type: 'max_price_exceeded' } });
    expect(await sold(short.id)).toBe(0);
    const exact = await placedBy({}, { max_price: total });
    expect(exact.status).toBe('order_placed');
  });

  it('by charging more than it showed: the customer pays what was held, and the rest is a loss in the books', async () => {
    const wallet = await walletNow();
    const order = await placedBy({ chargedTotal: toCents(7777) });
    expect(order.status).toBe('order_placed');
    const { total } = order.job_result.price_components;
    expect(total).toBeGreaterThan(order.max_price);
    expect((await walletNow()).balance_cents).toBe(wallet.balance_cents - order.max_price);
    const { rows } = await sql<{ debit: string; credit: string; cents: number }>`
      select debit, credit, sum(amount_cents)::bigint as cents from ledger_transfers
      where cause_id = ${order.id} and kind = 'capture' group by debit, credit order by debit`.execute(
      system.database.db,
    );
    expect(rows).toEqual([
      { debit: 'losses', credit: 'retailer', cents: total - order.max_price },
      { debit: 'wallet.held', credit: 'retailer', cents: order.max_price },
    ]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('by charging more euros than it showed: the customer pays and spends what was held', async () => {
    const { key: own, accountId } = await system.account('test', 10_000);
    const needs = { tx: system.database.db, clock: systemClock };
    const credit = { id: newId(), accountId, world: 'test' as const, note: 'test', currency: 'EUR' };
    await creditWallet(needs, { ...credit, amount: toCents(5000) });
    const url = `${system.url}/shop/products/test-euro`;
    const body = orderFor(url, { max_price: 3000, max_price_currency: 'EUR' });
    const { id } = (await system.post('/orders', own, body)).body;
    await workerOf(lyingStore(honest(), { chargedTotal: toCents(7777) }))(id);
    const order = (await system.get(`/orders/${id}`, own)).body;
    expect(order).toMatchObject({ status: 'order_placed', exchange: { payment_currency: 'EUR' } });
    const { total } = order.job_result.price_components;
    expect(total).toBeGreaterThan(3000);
    expect(await booksOf(system.database.db, accountId)).toMatchObject({
      'EUR wallet.available': 2000,
      'EUR losses': 3000 - total,
      'EUR retailer': total,
    });
    // 30.00 EUR at 0.92.
    expect((await system.get('/overview', own)).body.spending.total_cents).toBe(3261);
  });

  it('by responding twice sells once, and is paid once', async () => {
    const wallet = await walletNow();
    const order = await placedBy({ answersTwice: true });
    await system.queue.drain();
    const ended = await read(order.id);
    expect([ended.status, await sold(order.id)]).toEqual(['order_placed', 1]);
    const { total } = ended.job_result.price_components;
    expect((await walletNow()).balance_cents).toBe(wallet.balance_cents - total);
  });
});
