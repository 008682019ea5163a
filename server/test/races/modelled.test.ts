import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Connector, Outcome, Prepared } from '../../src/connectors/contract.ts';
import { createRegistry } from '../../src/connectors/registry.ts';
import { loadPlacement } from '../../src/domains/orders/orders/attempts/sql.ts';
import { claimOrder } from '../../src/domains/orders/orders/attempts/sql-claim.ts';
import { markOpenOrdersUnknown } from '../../src/domains/orders/orders/attempts/sql-restored.ts';
import { decideOrder } from '../../src/domains/orders/placement/decide-order.ts';
import { placeOrder } from '../../src/domains/orders/placement/place-order.ts';
import { reconcileOrder } from '../../src/domains/orders/placement/reconcile-order.ts';
import type { PlacementNeeds } from '../../src/domains/orders/placement/step.ts';
import { minuteMs } from '../../src/kit/clock.ts';
import { inTransaction, recordRestore } from '../../src/platform/database/index.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { lyingStore } from '../conformance/lying-store.ts';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { noRates } from '../harness/no-rates.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// Each test is a run that the model checker printed when a guard was missing (models/placement.pml).

let system: TestSystem;
let key: string;
beforeAll(async () => {
  system = await startSystem();
  key = await system.mint();
});
afterAll(() => system.stop());

afterEach(async () => {
  expect(await purchaseProblems(system.database.db)).toEqual([]);
  expect(await ledgerProblems(system.database.db)).toEqual([]);
});

type Store = Connector<'test'>;
const honest = (): Store => system.simulator as Store;
const needsOf = (store: Store): PlacementNeeds => ({
  database: system.database,
  clock: system.clock,
  logger: createLogger({ level: 'silent' }),
  registry: createRegistry([store]),
  sandboxTimeScale: 0,
  reconcileTimeoutMs: 24 * 60 * minuteMs,
  rates: noRates,
  ensureAuthorized: async () => ({ kind: 'covered' }),
  vault: system.vault,
  codes: system.codes,
});
const never = new AbortController().signal;
const workerOf = (store: Store) => (orderId: string) => placeOrder(needsOf(store), { orderId, doubts: 0 }, never);

async function accept(): Promise<string> {
  const answer = await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

const statusOf = async (id: string): Promise<string> => (await system.get(`/orders/${id}`, key)).body.status;
const sold = async (id: string): Promise<number> => (await system.simulator.purchases(id)).length;
const unknown: Outcome = { kind: 'unknown', message: 'The connection broke.' };
const blocked: Prepared = { kind: 'blocked', reason: 'retailer_unavailable', message: 'Try later.' };
const refused: Prepared = { kind: 'refused', reason: 'product_out_of_stock', message: 'Gone.' };

function createGate() {
  const gate = Promise.withResolvers<void>();
  const arrival = Promise.withResolvers<void>();
  const pass = async () => {
    arrival.resolve();
    await gate.promise;
  };
  return { pass, open: () => gate.resolve(), arrived: arrival.promise };
}

/** A worker that the store keeps waiting while it prepares, and the other one, which took the order over and bought. */
async function pausedAndBought(id: string, answer: Prepared) {
  const early = createGate();
  const late = createGate();
  const prepare = async () => {
    await early.pass();
    return answer;
  };
  const first = workerOf({ ...honest(), prepare })(id);
  await early.arrived;
  const second = workerOf(lyingStore(honest(), { answersAfter: late.pass() }))(id);
  await expect.poll(() => sold(id)).toBe(1);
  const wake = () => {
    early.open();
    return first;
  };
  const finish = () => {
    late.open();
    return second;
  };
  return { wake, finish };
}

/** The order's row as it was accepted: what a copy from before both attempts holds. */
const putBack = (id: string, looksFirst = false) =>
  sql`update orders set status = 'pending', phase = null, epoch = 0, attempts = 0, submitted_at = null,
    checkout_sealed = null, looks_first = ${looksFirst} where id = ${id}`.execute(system.database.db);

async function expectBoughtOnce(id: string): Promise<void> {
  await system.queue.drain();
  expect([await statusOf(id), await sold(id)]).toEqual(['order_placed', 1]);
}

describe('a worker of the lost database', () => {
  it.each([
    ['does not put a restored order back to pending', blocked],
    ['does not fail a restored order', refused],
  ])('%s: its epoch is not given again', async (_name, answer) => {
    const id = await accept();
    const workers = await pausedAndBought(id, answer);
    await putBack(id);
    await inTransaction(system.database.db, markOpenOrdersUnknown);
    expect(await workers.wake()).toMatchObject({ kind: 'later' });
    expect(await statusOf(id)).toBe('in_progress');
    await expectBoughtOnce(id);
    await workers.finish();
  });

  it('does not move an order back that was sent again after the restore', async () => {
    const id = await accept();
    const workers = await pausedAndBought(id, blocked);
    await putBack(id, true);
    // Nothing is claimed: the order is marked for a look-up first.
    expect(await claimOrder(system.database, id, system.clock.now())).toBeNull();
    expect(await statusOf(id)).toBe('in_progress');
    expect(await workers.wake()).toMatchObject({ kind: 'later' });
    expect(await statusOf(id)).toBe('in_progress');
    await expectBoughtOnce(id);
    await workers.finish();
  });
});

it('an order with an unknown outcome is not reconciled by what was read of an earlier attempt', async () => {
  const id = await accept();
  await workerOf({ ...honest(), submit: async () => unknown })(id);
  const earlier = await loadPlacement(system.database, id);
  // Another worker finds nothing, and tries again: the second attempt buys, and its answer is lost.
  await workerOf(honest())(id);
  expect(await statusOf(id)).toBe('pending');
  const submit: Store['submit'] = async (...given) => {
    await honest().submit!(...given);
    return unknown;
  };
  await workerOf({ ...honest(), submit })(id);
  expect([await statusOf(id), await sold(id)]).toEqual(['in_progress', 1]);
  // The cart of the first attempt, which is what was read, was not bought.
  const store: Store = { ...honest(), find: async () => ({ kind: 'absent' }) };
  expect(await reconcileOrder(needsOf(store), earlier!, 0, null, never)).toMatchObject({ kind: 'later' });
  expect(await statusOf(id)).toBe('in_progress');
  await expectBoughtOnce(id);
});

it('an order that must be looked up first cannot be canceled before', async () => {
  const id = await accept();
  await sql`update orders set looks_first = true where id = ${id}`.execute(system.database.db);
  const wallet = (await system.get('/wallet', key)).body;
  const answer = await system.post(`/orders/${id}/cancel`, key);
  expect([answer.status, answer.body.error.code]).toEqual([409, 'order_not_cancellable']);
  expect(await statusOf(id)).toBe('pending');
  expect((await system.get('/wallet', key)).body).toEqual(wallet);
  await expectBoughtOnce(id);
});

it('an order does not fail on a database that nobody looked at', async () => {
  const id = await accept();
  const early = createGate();
  const prepare = async () => {
    await early.pass();
    return refused;
  };
  const worker = workerOf({ ...honest(), prepare })(id);
  await early.arrived;
  await sql`update database_identity set timeline = 'FFFFFFFF'`.execute(system.database.db);
  early.open();
  expect(await worker).toMatchObject({ kind: 'later' });
  expect(await statusOf(id)).toBe('in_progress');
  await inTransaction(system.database.db, (tx) => recordRestore(tx, 'the test says so', markOpenOrdersUnknown));
  await expectBoughtOnce(id);
});

it('an order that is accepted on a database that nobody looked at is looked up first', async () => {
  await sql`update database_identity set timeline = 'FFFFFFFF'`.execute(system.database.db);
  const body = orderFor(`${system.url}/shop/products/test-success`);
  const { body: order } = await system.post('/orders', key, body, { 'idempotency-key': 'while nobody has looked' });
  const { rows } = await sql<{ looks_first: boolean }>`
    select looks_first from orders where id = ${order.id}`.execute(system.database.db);
  expect(rows).toEqual([{ looks_first: true }]);
  await inTransaction(system.database.db, (tx) => recordRestore(tx, 'the test says so', markOpenOrdersUnknown));
  await expectBoughtOnce(order.id);
});

it('looks for a restored order without its older handle too', async () => {
  const id = await accept();
  await workerOf({ ...honest(), submit: async () => unknown })(id);
  const { rows } = await sql<{ sealed: Buffer }>`
    select checkout_sealed as sealed from orders where id = ${id}`.execute(system.database.db);
  // The lost database found nothing, tried again from another cart, and bought.
  await workerOf(honest())(id);
  const submit: Store['submit'] = async (...given) => {
    await honest().submit!(...given);
    return unknown;
  };
  await workerOf({ ...honest(), submit })(id);
  await sql`update orders set checkout_sealed = ${rows[0]!.sealed} where id = ${id}`.execute(system.database.db);
  await inTransaction(system.database.db, markOpenOrdersUnknown);
  const find: Store['find'] = async (query, call) =>
    query.handle === null ? honest().find!(query, call) : { kind: 'absent' };
  await workerOf({ ...honest(), find })(id);
  expect([await statusOf(id), await sold(id)]).toEqual(['order_placed', 1]);
});

it('an order is not bought again when its store cannot be asked', async () => {
  const id = await accept();
  await workerOf({ ...honest(), submit: async () => unknown })(id);
  const find = async () => {
    throw new Error('The store is down.');
  };
  expect(await workerOf({ ...honest(), find })(id)).toMatchObject({ kind: 'later', doubts: 1 });
  expect([await statusOf(id), await sold(id)]).toEqual(['in_progress', 0]);
  await expectBoughtOnce(id);
});

it('a hold can use the last cent in a wallet, but not one more', async () => {
  const own = await system.mint();
  const { available_cents: available } = (await system.get('/wallet', own)).body;
  const send = (maxPrice: number) =>
    system.post('/orders', own, orderFor(`${system.url}/shop/products/test-success`, { max_price: maxPrice }));
  expect((await send(available + 1)).status).toBe(402);
  expect((await system.get('/wallet', own)).body).toMatchObject({ available_cents: available, held_cents: 0 });
  expect((await send(available)).status).toBe(201);
  expect((await system.get('/wallet', own)).body).toMatchObject({ available_cents: 0, held_cents: available });
  await system.queue.drain();
});

describe('the fence of a restored order', () => {
  /** Closes the one cart that the handle names, as most stores do. */
  const byHandle = (): Store => ({ ...honest(), fence: async ({ handle }) => ({ fenced: handle !== null }) });

  it('is not trusted when it needs a handle: a cart that the copy does not know may still be bought', async () => {
    const id = await accept();
    await workerOf({ ...honest(), submit: async () => unknown })(id);
    await inTransaction(system.database.db, markOpenOrdersUnknown);
    expect(await workerOf(byHandle())(id)).toMatchObject({ kind: 'later', doubts: 1 });
    expect(await statusOf(id)).toBe('in_progress');
    await expectBoughtOnce(id);
  });

  it('is trusted for an order that was not restored', async () => {
    const id = await accept();
    await workerOf({ ...honest(), submit: async () => unknown })(id);
    await workerOf(byHandle())(id);
    expect(await statusOf(id)).toBe('pending');
    await expectBoughtOnce(id);
  });
});

describe('what a store says without evidence', () => {
  it('is not trusted if it cannot search for a purchase: the operator decides', async () => {
    const id = await accept();
    await inTransaction(system.database.db, markOpenOrdersUnknown);
    const store: Store = {
      ...honest(),
      lookup: 'none',
      fence: async () => ({ fenced: true }),
      find: async () => ({ kind: 'absent' }),
    };
    expect(await workerOf(store)(id)).toEqual({ kind: 'done' });
    expect(await needsReview(id)).toBe(true);
    await decide(id);
  });

  it('is not trusted for a recorded checkout that the store did not cancel, no matter how late it is', async () => {
    const id = await accept();
    await workerOf({ ...honest(), submit: async () => unknown })(id);
    const store: Store = {
      ...honest(),
      lateWindowMs: -1,
      fence: async () => ({ fenced: false }),
      find: async () => ({ kind: 'absent' }),
    };
    expect(await workerOf(store)(id)).toMatchObject({ kind: 'later', doubts: 1 });
    expect(await statusOf(id)).toBe('in_progress');
    await expectBoughtOnce(id);
  });

  it('is not trusted for a purchase known by its content while an identical order is open', async () => {
    const [id, twin] = [await accept(), await accept()];
    await workerOf(honest())(id);
    const [purchase] = await system.simulator.purchases(id);
    await workerOf({ ...honest(), submit: async () => unknown })(twin);
    const other = await accept();
    await workerOf({ ...honest(), submit: async () => unknown })(other);
    const find: Store['find'] = async (query, call) => {
      const answer = await honest().find!({ ...query, reference: id }, call);
      const isTaken = await query.isTaken(purchase!.merchant_order_ids[0]!);
      if (answer.kind !== 'found' || isTaken) return { kind: 'absent' };
      return { ...answer, matchedBy: 'content' };
    };
    // The purchase belongs to one order: no other order can match it, and the identical one is retried.
    await workerOf({ ...honest(), find })(twin);
    expect(await statusOf(twin)).toBe('pending');
    // Had its owner been lost with the database, it could be either order's.
    await sql`update orders set merchant_order_ids = '{}' where id = ${id}`.execute(system.database.db);
    await workerOf({ ...honest(), submit: async () => unknown })(twin);
    expect(await workerOf({ ...honest(), find })(other)).toMatchObject({ kind: 'later', doubts: 1 });
    expect(await statusOf(other)).toBe('in_progress');
    await expectBoughtOnce(twin);
    await expectBoughtOnce(other);
  });
});

const needsReview = async (id: string): Promise<boolean> =>
  (await loadPlacement(system.database, id))?.needs_review_at != null;

/** The operator looked, and nothing was bought. */
const decide = (id: string) =>
  inTransaction(system.database.db, (tx) => decideOrder({ tx, clock: system.clock }, id, { kind: 'not_bought' }));
