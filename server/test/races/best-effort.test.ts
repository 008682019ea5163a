import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector, FindQuery, PurchaseRequest } from '../../src/connectors/contract.ts';
import { refuse } from '../../src/connectors/refuse.ts';
import { createRegistry } from '../../src/connectors/registry.ts';
import { hasOpenDuplicate } from '../../src/domains/orders/orders/index.ts';
import { placeOrder } from '../../src/domains/orders/placement/place-order.ts';
import type { PlacementNeeds } from '../../src/domains/orders/placement/step.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { noRates } from '../harness/no-rates.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let key: string;
beforeAll(async () => {
  system = await startSystem({ isPatient: true });
  key = await system.mint();
});
afterAll(() => system.stop());

const bestEffort = { items: 'best_effort', quantity: 'best_effort' };
const line = (scenario: string, quantity = 1) => ({
  url: `${system.url}/shop/products/test-${scenario}`,
  quantity,
});

async function accept(products: object[], fulfillment: object = bestEffort): Promise<string> {
  const answer = await system.post('/orders', key, orderFor('', { products, max_price: 20_000, fulfillment }));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

const orderOf = async (id: string) => (await system.get(`/orders/${id}`, key)).body;
const purchasesOf = async (id: string) => (await system.simulator.purchases(id)).length;
const idsOf = async (id: string): Promise<string[]> => (await orderOf(id)).items.map((item: { id: string }) => item.id);

/** A worker at a store that behaves otherwise at one step. Each call is one step of the placement. */
function workerWith(change: (store: Connector<'test'>) => Partial<Connector<'test'>>) {
  const store = system.simulator as Connector<'test'>;
  const needs: PlacementNeeds = {
    database: system.database,
    clock: system.clock,
    logger: createLogger({ level: 'silent' }),
    registry: createRegistry([{ ...store, ...change(store) }]),
    sandboxTimeScale: 0,
    reconcileTimeoutMs: 60_000,
    rates: noRates,
    vault: system.vault,
    codes: system.codes,
    ensureAuthorized: async () => ({ kind: 'covered' }),
  };
  return (id: string) => placeOrder(needs, { orderId: id, doubts: 0 }, new AbortController().signal);
}

const linesOf = ({ lines }: Pick<PurchaseRequest, 'lines'> | Pick<FindQuery, 'lines'>) =>
  lines.map(({ lineId, quantity }) => [lineId, quantity]);

/** Buys, and loses the answer; keeps what the store is asked afterwards. */
function createForgetfulWorker() {
  const seen: { recorded: unknown; submitted: unknown; asked: FindQuery[] } = {
    recorded: null,
    submitted: null,
    asked: [],
  };
  const work = workerWith((store) => ({
    async submit(checkout, request, call) {
      const { rows } = await sql<{ concessions: { item_id: string; fulfilled_quantity: number }[] }>`
        select concessions from orders where id = ${request.reference} and phase = 'submitting'`.execute(
        system.database.db,
      );
      seen.recorded = rows[0]?.concessions.map((one) => [one.item_id, one.fulfilled_quantity]);
      seen.submitted = linesOf(request);
      await store.submit!(checkout, request, call);
      return { kind: 'unknown', message: 'The answer was lost.' };
    },
    async find(query, call) {
      seen.asked.push(query);
      return store.find!(query, call);
    },
  }));
  return { work, seen };
}

async function expectPartlyBought(id: string): Promise<void> {
  const order = await orderOf(id);
  const [first, capped, gone] = order.items;
  expect(order.status).toBe('order_placed');
  expect(gone).toMatchObject({ status: 'failed', unit_price_cents: null });
  expect(order.fulfillment.concessions).toMatchObject([
    { concern: 'quantity', item_id: capped.id, requested_quantity: 5, fulfilled_quantity: 2 },
    { concern: 'items', item_id: gone.id, requested_quantity: 1, fulfilled_quantity: 0 },
  ]);
  expect(first.status).toMatch(/ordered|shipped|delivered/);
  expect(order.job_result.price_components.total).toBe(3 * 1999);
  expect(await purchasesOf(id)).toBe(1);
  expect(await purchaseProblems(system.database.db)).toEqual([]);
  expect(await ledgerProblems(system.database.db)).toEqual([]);
}

describe('a partial cart', () => {
  it('is recorded before the button is pressed, and a lost answer is looked for as the same lines', async () => {
    const id = await accept([line('success'), line('quantity-capped', 5), line('item-gone')]);
    const [first, capped, gone] = await idsOf(id);
    const { work, seen } = createForgetfulWorker();
    await work(id);
    expect(seen.submitted).toEqual([
      [first, 1],
      [capped, 2],
    ]);
    expect(seen.recorded).toEqual([
      [capped, 2],
      [gone, 0],
    ]);
    await work(id);
    expect(seen.asked.map(linesOf)).toEqual([seen.submitted]);
    expect(seen.asked[0]?.isBestEffort).toBe(false);
    await expectPartlyBought(id);
  });

  it('is found by the whole order if a restored copy lost its record, and bought once', async () => {
    const id = await accept([line('success'), line('quantity-capped', 5), line('item-gone')]);
    const [first, capped, gone] = await idsOf(id);
    const { work, seen } = createForgetfulWorker();
    await work(id);
    await sql`update orders set restored_at = now(), concessions = null, checkout_sealed = null
      where id = ${id}`.execute(system.database.db);
    await work(id);
    expect(seen.asked.map(linesOf)).toEqual([
      [
        [first, 1],
        [capped, 5],
        [gone, 1],
      ],
    ]);
    expect(seen.asked[0]?.isBestEffort).toBe(true);
    await expectPartlyBought(id);
  });

  it('is tried once more without a line that was sold between the cart and the button', async () => {
    const id = await accept([line('success'), line('split-shipment'), line('item-gone')], { items: 'best_effort' });
    const [, sold] = await idsOf(id);
    let presses = 0;
    const soldOut = (lineId: string) => refuse('product_out_of_stock', 'Sold out.', { lineIds: [lineId] });
    const work = workerWith((store) => ({
      async prepare(request, call) {
        const isOffered = request.lines.some(({ lineId }) => lineId === sold);
        return presses > 0 && isOffered ? soldOut(sold!) : store.prepare!(request, call);
      },
      async submit(checkout, request, call) {
        presses += 1;
        return presses === 1 ? soldOut(sold!) : store.submit!(checkout, request, call);
      },
    }));
    await work(id);
    expect(await orderOf(id)).toMatchObject({
      status: 'pending',
      waiting_for: 'retry',
      fulfillment: { concessions: [] },
    });
    await work(id);
    const order = await orderOf(id);
    expect(order).toMatchObject({ status: 'order_placed', items: [{}, { status: 'failed' }, { status: 'failed' }] });
    expect([presses, await purchasesOf(id)]).toEqual([2, 1]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('ends if the store keeps lowering a line, or rejects lines that were not ordered', async () => {
    let asked = 0;
    const id = await accept([line('success', 100)]);
    const [only] = await idsOf(id);
    const work = workerWith(() => ({
      async prepare({ lines }) {
        asked += 1;
        const limits = lines.map(({ lineId, quantity }) => ({ lineId, quantity: quantity - 1 }));
        return refuse('product_quantity_unavailable', 'Fewer.', { lineIds: [only!], limits });
      },
    }));
    await work(id);
    expect(await orderOf(id)).toMatchObject({ status: 'order_failed', fulfillment: { concessions: [] } });
    expect(asked).toBe(2);
    const other = await accept([line('success'), line('slow')]);
    const strange = workerWith(() => ({
      prepare: async () =>
        refuse('product_out_of_stock', 'Gone.', { lineIds: ['11111111-1111-4111-8111-111111111111'] }),
    }));
    await strange(other);
    expect((await orderOf(other)).status).toBe('order_failed');
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('may be the purchase of any open order that shares a thing with it', async () => {
    const id = await accept([line('success'), line('slow')]);
    const strict = await accept([line('success')], {});
    const unlike = await accept([line('flaky')]);
    await sql`update orders set status = 'in_progress' where id = any (${[id, strict, unlike]}::uuid[])`.execute(
      system.database.db,
    );
    const { rows } = await sql<{ id: string; world: 'test'; retailer: string }>`
      select id, world, retailer from orders where id = any (${[id, strict, unlike]}::uuid[])`.execute(
      system.database.db,
    );
    const answers = new Map<string, boolean>();
    for (const row of rows) answers.set(row.id, await hasOpenDuplicate(system.database.db, row));
    expect([id, strict, unlike].map((one) => answers.get(one))).toEqual([true, true, false]);
  });
});
