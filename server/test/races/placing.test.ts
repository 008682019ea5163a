import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from '../../src/connectors/contract.ts';
import { createRegistry } from '../../src/connectors/registry.ts';
import { placeOrder } from '../../src/domains/orders/placement/place-order.ts';
import type { PlacementNeeds } from '../../src/domains/orders/placement/step.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { noRates } from '../harness/no-rates.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let other: TestSystem;
let key: string;
beforeAll(async () => {
  system = await startSystem({ isPatient: true });
  other = await startSystem({ databaseUrl: system.databaseUrl, env: { PUBLIC_URL: system.url }, isPatient: true });
  key = await system.mint();
});
afterAll(async () => {
  await other.stop();
  await system.stop();
});

async function accept(scenario = 'success'): Promise<string> {
  const answer = await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-${scenario}`));
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const statusOf = async (id: string): Promise<string> => (await system.get(`/orders/${id}`, key)).body.status;
const purchasesOf = async (id: string): Promise<number> => (await system.simulator.purchases(id)).length;

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

/** A worker whose store takes its time at one step, as a process does that was stopped there. */
function workerWith(change: (store: Connector<'test'>) => Partial<Connector<'test'>>) {
  const store = system.simulator as Connector<'test'>;
  const needs: PlacementNeeds = {
    database: other.database,
    clock: other.clock,
    logger: createLogger({ level: 'silent' }),
    registry: createRegistry([{ ...store, ...change(store) }]),
    sandboxTimeScale: 0,
    reconcileTimeoutMs: 60_000,
    rates: noRates,
    ensureAuthorized: async () => ({ kind: 'covered' }),
    vault: other.vault,
    codes: other.codes,
  };
  return (id: string) => placeOrder(needs, { orderId: id, doubts: 0 }, new AbortController().signal);
}

async function expectAllSound(): Promise<void> {
  expect(await purchaseProblems(system.database.db)).toEqual([]);
  expect(await ledgerProblems(system.database.db)).toEqual([]);
}

describe('a worker that was paused past its lease', () => {
  it('sends nothing when it wakes up while preparing', async () => {
    const gate = createGate();
    const paused = workerWith((store) => ({
      async prepare(request, call) {
        const prepared = await store.prepare!(request, call);
        await gate.pass();
        return prepared;
      },
    }));
    const id = await accept();
    const late = paused(id);
    await gate.arrived;
    await system.queue.drain();
    expect(await statusOf(id)).toBe('order_placed');
    gate.open();
    expect(await late).toMatchObject({ kind: 'later' });
    expect(await purchasesOf(id)).toBe(1);
    await expectAllSound();
  });

  it('buys nothing when it wakes up before the purchase', async () => {
    const gate = createGate();
    const paused = workerWith((store) => ({
      async submit(checkout, request, call) {
        await gate.pass();
        return store.submit!(checkout, request, call);
      },
    }));
    const id = await accept();
    const late = paused(id);
    await gate.arrived;
    // The reconciler fences the cart, finds nothing, and the order is tried and bought again.
    await system.queue.drain();
    expect(await statusOf(id)).toBe('order_placed');
    const before = await system.get(`/orders/${id}`, key);
    gate.open();
    await late;
    expect(await purchasesOf(id)).toBe(1);
    expect((await system.get(`/orders/${id}`, key)).text).toBe(before.text);
    await expectAllSound();
  });

  it('writes nothing when it wakes up after the purchase', async () => {
    const gate = createGate();
    const paused = workerWith((store) => ({
      async submit(checkout, request, call) {
        const outcome = await store.submit!(checkout, request, call);
        await gate.pass();
        return outcome;
      },
    }));
    const id = await accept();
    const late = paused(id);
    await gate.arrived;
    await system.queue.drain();
    expect(await statusOf(id)).toBe('order_placed');
    gate.open();
    await late;
    expect(await purchasesOf(id)).toBe(1);
    await expectAllSound();
  });

  it('changes nothing when it wakes up as a reconciler and the order has changed', async () => {
    const gate = createGate();
    const paused = workerWith((store) => ({
      async find(query, call) {
        const answer = await store.find!(query, call);
        await gate.pass();
        return answer;
      },
    }));
    const broken = workerWith(() => ({
      submit: async () => ({ kind: 'unknown', message: 'The connection broke.' }),
    }));
    const id = await accept();
    expect(await broken(id)).toMatchObject({ kind: 'later' });
    const late = paused(id);
    await gate.arrived;
    await system.queue.drain();
    expect(await statusOf(id)).toBe('order_placed');
    gate.open();
    await late;
    expect(await statusOf(id)).toBe('order_placed');
    expect(await purchasesOf(id)).toBe(1);
    await expectAllSound();
  });
});

describe('the reconciler and a late purchase', () => {
  it('race, and at most one purchase results', { timeout: 60_000 }, async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => accept()));
    await Promise.all(
      ids.map(async (id) => {
        const gate = createGate();
        const paused = workerWith((store) => ({
          async submit(checkout, request, call) {
            await gate.pass();
            return store.submit!(checkout, request, call);
          },
        }));
        const late = paused(id);
        await gate.arrived;
        const reconciler = workerWith(() => ({}));
        gate.open();
        await Promise.all([late, reconciler(id), reconciler(id)]);
      }),
    );
    await system.queue.drain();
    for (const id of ids) expect(await purchasesOf(id)).toBe((await statusOf(id)) === 'order_placed' ? 1 : 0);
    await expectAllSound();
  });
});

describe('two workers on the same orders', () => {
  it('never buy one of them twice', { timeout: 60_000 }, async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => accept()));
    const worker = workerWith(() => ({}));
    await Promise.all([system.queue.drain(), other.queue.drain(), ...ids.flatMap((id) => [worker(id), worker(id)])]);
    await system.queue.drain();
    // Four workers that disturb each other may use up an order's attempts; then nothing was bought.
    for (const id of ids) expect(await purchasesOf(id)).toBe((await statusOf(id)) === 'order_placed' ? 1 : 0);
    await expectAllSound();
  });
});

describe('canceling while a worker claims', () => {
  it('either cancels before anything is bought, or is rejected', { timeout: 60_000 }, async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => accept()));
    const cancels = ids.map(async (id, index) => {
      await new Promise((resolve) => setTimeout(resolve, index % 10));
      return (await (index % 2 ? system : other).post(`/orders/${id}/cancel`, key)).status;
    });
    const [statuses] = await Promise.all([Promise.all(cancels), system.queue.drain(), other.queue.drain()]);
    await system.queue.drain();
    for (const [index, id] of ids.entries()) {
      expect([204, 409]).toContain(statuses[index]);
      const isCancelled = statuses[index] === 204;
      expect(await statusOf(id)).toBe(isCancelled ? 'cancelled' : 'order_placed');
      expect(await purchasesOf(id)).toBe(isCancelled ? 0 : 1);
    }
    await expectAllSound();
  });

  it('two concurrent requests count once', async () => {
    const id = await accept();
    const answers = await Promise.all(
      [system, other, system, other].map((process) => process.post(`/orders/${id}/cancel`, key)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409, 409, 409]);
    await expectAllSound();
  });
});
