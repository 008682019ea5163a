import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from '../../src/connectors/contract.ts';
import { toCents } from '../../src/kit/money.ts';
import { createTestDatabase } from '../harness/postgres.ts';
import { createTestSimulator, requestFor, scenarioProduct } from '../stand-ins/simulator/bench.ts';
import { expectAsShown, expectCartAsOrdered } from './buying.ts';
import { type Lies, lyingStore } from './lying-store.ts';
import { call, findQuery } from './subject.ts';

let honest: Connector;
let purchases: (reference: string) => Promise<unknown[]>;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await createTestDatabase();
  const { simulator } = createTestSimulator(made.database, { timeScale: 0 });
  ({ drop } = made);
  purchases = simulator.purchases;
  honest = simulator;
});
afterAll(() => drop());

async function cart(lies: Lies) {
  const store = lyingStore(honest, lies);
  const request = requestFor(scenarioProduct('success'));
  const prepared = await store.prepare!(request, call());
  if (prepared.kind !== 'ready') throw new Error(prepared.kind);
  return { store, request, checkout: prepared.checkout };
}

describe('the suite finds out a store', () => {
  it('that is honest to be so', async () => {
    const { store, request, checkout } = await cart({});
    expectCartAsOrdered(checkout, request);
    const outcome = await store.submit!(checkout, request, call());
    if (outcome.kind !== 'placed') throw new Error(outcome.kind);
    expectAsShown(outcome.purchase, checkout);
  });

  it.each<[string, Lies]>([
    ['the total', { cartTotal: toCents(1_000_000) }],
    ['the quantity', { quantity: 2 }],
    ['the address', { postalCode: '10001' }],
    ['the products', { isLineMissing: true }],
  ])('that lies about %s', async (_name, lies) => {
    const { request, checkout } = await cart(lies);
    expect(() => expectCartAsOrdered(checkout, request)).toThrow();
  });

  it('that charges more than it showed', async () => {
    const { store, request, checkout } = await cart({ chargedTotal: toCents(1) });
    const outcome = await store.submit!(checkout, request, call());
    if (outcome.kind !== 'placed') throw new Error(outcome.kind);
    expect(() => expectAsShown(outcome.purchase, checkout)).toThrow();
  });

  it('that answers late: it has sold before it says so', async () => {
    const answer = Promise.withResolvers<void>();
    const { store, request, checkout } = await cart({ answersAfter: answer.promise });
    const outcome = store.submit!(checkout, request, call());
    await expect.poll(() => purchases(request.reference)).toHaveLength(1);
    expect(await honest.find!(findQuery(request), call())).toMatchObject({ kind: 'found' });
    answer.resolve();
    expect(await outcome).toMatchObject({ kind: 'placed' });
  });

  it('that answers twice: it has sold once', async () => {
    const { store, request, checkout } = await cart({ answersTwice: true });
    await store.submit!(checkout, request, call());
    expect(await purchases(request.reference)).toHaveLength(1);
  });
});
