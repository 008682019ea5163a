import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector, PartialCancellation } from '../../src/connectors/contract.ts';
import { trackOrder } from '../../src/domains/delivery/tracking/track-order.ts';
import { recordRetailerCancellation } from '../../src/domains/orders/orders/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { placedOrder, returnFor } from '../harness/returns.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
let operators: OperatorClient[];
let parts: PartialCancellation[] = [];
beforeAll(async () => {
  system = await startSystem({ clock, env: { ...operatorEnv, DATABASE_POOL_MAX: '20' } });
  const contract = await readContract(system);
  operators = [await personOn(system, contract), await personOn(system, contract, 'second@example.com')];
});
afterAll(() => system.stop());

const availableOf = async (key: string): Promise<number> => (await system.get('/wallet', key)).body.available_cents;
const refundPath = (id: string) => `/operator/orders/${id}/refund`;
const cancelAtStore = (id: string) =>
  inTransaction(system.database.db, (tx) => recordRetailerCancellation({ tx, clock }, id, 'Out of stock.'));
const unitsOf = (itemId: string, quantity: number) => [{ order_item_id: itemId, quantity }];
const operatorOf = (turn: number) => operators[turn % 2]!;

describe('a refund by an operator', () => {
  it('pays once for one ID, and never more than was charged, with concurrent refunds', async () => {
    const { key } = await system.account('test', 1_000_000);
    const start = await availableOf(key);
    const { order, itemId, total } = await placedOrder(system, key, 2);
    const all = { amount_cents: total, note: 'Lost.' };
    const part = { amount_cents: Math.floor(total / 3), note: 'Late.' };
    const { body: made } = await system.post('/returns', key, returnFor(order.id, itemId));
    const ids = [newId(), newId(), newId()];
    const answers = await Promise.all([
      ...ids.flatMap((id) => [0, 1].map((turn) => operatorOf(turn).post(refundPath(order.id), { ...part, id }))),
      ...[0, 1].map((turn) => operatorOf(turn).post(refundPath(order.id), { ...all, id: newId() })),
      operatorOf(0).post(`/operator/returns/${made.id}/resolve`, { status: 'credited' }),
      cancelAtStore(order.id),
    ]);
    expect(answers.filter((answer) => typeof answer === 'object' && answer.status >= 500)).toEqual([]);
    expect(await availableOf(key)).toBe(start);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('refunds the same units once, at the same moment too, and neither a return nor the store pays for them again', async () => {
    const { key } = await system.account('test', 1_000_000);
    const { order, itemId, total } = await placedOrder(system, key, 3);
    const paid = await availableOf(key);
    const { body: file } = await operatorOf(0).get(`/operator/orders/${order.id}`);
    const units: number[] = file.refund.items[0].unit_cents;
    expect(units.reduce((sum, cents) => sum + cents, 0)).toBe(total);
    const two = units[0]! + units[1]!;
    const { body: open } = await system.post(
      '/returns',
      key,
      returnFor(order.id, itemId, { items: unitsOf(itemId, 2) }),
    );
    await system.queue.drain();
    const refund = { amount_cents: two, note: 'Lost.', items: unitsOf(itemId, 2) };
    const statuses = await Promise.all(
      [0, 1, 2, 3].map((turn) => operatorOf(turn).post(refundPath(order.id), { ...refund, id: newId() })),
    );
    expect(statuses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    expect(await availableOf(key)).toBe(paid + two);
    // The return of two of them can be for the last unit only.
    await operatorOf(1).post(`/operator/returns/${open.id}/resolve`, { status: 'credited' });
    expect(await availableOf(key)).toBe(paid + total);
    expect((await system.post('/returns', key, returnFor(order.id, itemId))).status).toBe(409);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('applies to its own units: an open return of those units credits nothing for others', async () => {
    const { key } = await system.account('test', 1_000_000);
    const url = `${system.url}/shop/products/test-success`;
    const products = [
      { url, quantity: 1 },
      { url, quantity: 1 },
    ];
    const { order, itemId } = await placedOrder(system, key, 1, { products });
    const paid = await availableOf(key);
    const { body: open } = await system.post('/returns', key, returnFor(order.id, itemId));
    await system.queue.drain();
    const { body: file } = await operatorOf(0).get(`/operator/orders/${order.id}`);
    const { unit_cents: units } = file.refund.items.find(
      (item: { order_item_id: string }) => item.order_item_id === itemId,
    );
    const refund = { id: newId(), amount_cents: units[0], note: 'Lost.', items: unitsOf(itemId, 1) };
    expect((await operatorOf(0).post(refundPath(order.id), refund)).status).toBe(201);
    await operatorOf(1).post(`/operator/returns/${open.id}/resolve`, { status: 'credited' });
    expect(await availableOf(key)).toBe(paid + units[0]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('refunds nothing again for canceled units that were refunded, and the others in full', async () => {
    const { key } = await system.account('test', 1_000_000);
    const { order, itemId, total } = await placedOrder(system, key, 3);
    const paid = await availableOf(key);
    const { body: file } = await operatorOf(0).get(`/operator/orders/${order.id}`);
    const one: number = file.refund.items[0].unit_cents[0];
    const refund = { id: newId(), amount_cents: one, note: 'Lost.', items: unitsOf(itemId, 1) };
    expect((await operatorOf(0).post(refundPath(order.id), refund)).status).toBe(201);
    const store = system.simulator as Connector;
    store.track = async () => ({
      kind: 'tracked',
      shipments: [],
      cancelled: null,
      partlyCancelled: parts,
      pollAfterMs: null,
    });
    const look = () =>
      trackOrder({ ...system, recordFor: async () => ({}) as never }, order.id, AbortSignal.timeout(5000));
    parts = [{ id: 'a', lines: [{ lineId: itemId, quantity: 1 }], refunded: null, reason: 'Gone.' }];
    await Promise.all([look(), look()]);
    expect(await availableOf(key)).toBe(paid + one);
    parts = [...parts, { id: 'b', lines: [{ lineId: itemId, quantity: 1 }], refunded: null, reason: 'Gone too.' }];
    await look();
    expect(await availableOf(key)).toBeGreaterThan(paid + one);
    await cancelAtStore(order.id);
    expect(await availableOf(key)).toBe(paid + total);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});
