import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector, PartialCancellation } from '../../src/connectors/contract.ts';
import { trackOrder } from '../../src/domains/delivery/tracking/track-order.ts';
import { recordRetailerCancellation } from '../../src/domains/orders/orders/index.ts';
import { toCents } from '../../src/kit/money.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { placedOrder, returnFor } from '../harness/returns.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let key: string;
let parts: PartialCancellation[] = [];
beforeAll(async () => {
  system = await startSystem();
  key = await system.mint();
  const store = system.simulator as Connector;
  store.track = async () => ({
    kind: 'tracked',
    shipments: [],
    cancelled: null,
    partlyCancelled: parts,
    pollAfterMs: null,
  });
});
afterAll(() => system.stop());

const available = async (): Promise<number> => (await system.get('/wallet', key)).body.available_cents;
const recordFor = async () => ({}) as never;
const look = (id: string) => trackOrder({ ...system, recordFor }, id, new AbortController().signal);
const part = (id: string, lineId: string, quantity: number, refunded: number | null): PartialCancellation => ({
  id,
  lines: [{ lineId, quantity }],
  refunded: refunded === null ? null : toCents(refunded),
  reason: 'The store removed this item from the order.',
});
async function refundsOf(orderId: string) {
  const { rows } = await sql<{ cents: number }>`
    select t.amount_cents as cents from ledger_transfers t join partial_cancellations p on p.id = t.cause_id
    where p.order_id = ${orderId} and t.cause = 'cancellation' order by t.id`.execute(system.database.db);
  return rows.map(({ cents }) => cents);
}

describe('a partial cancellation by the store', () => {
  it('is refunded once, no matter how often it is reported and by whom', async () => {
    parts = [];
    const { order, itemId, total } = await placedOrder(system, key, 3);
    const before = await available();
    parts = [part('a', itemId, 1, 500)];
    await Promise.all([look(order.id), look(order.id), look(order.id)]);
    expect(await refundsOf(order.id)).toEqual([500]);
    parts = [part('a', itemId, 1, 500), part('b', itemId, 1, null)];
    await look(order.id);
    await look(order.id);
    const unit = await unitOf(itemId);
    expect(await refundsOf(order.id)).toEqual([500, unit]);
    expect(await available()).toBe(before + 500 + unit);
    // What is left can be returned, and no more.
    const tooMany = returnFor(order.id, itemId, { items: [{ order_item_id: itemId, quantity: 2 }] });
    expect((await system.post('/returns', key, tooMany)).status).toBe(409);
    // The rest is canceled: everything is refunded, to the cent.
    await inTransaction(system.database.db, (tx) =>
      recordRetailerCancellation({ tx, clock: system.clock }, order.id, 'Sold out.'),
    );
    expect(await available()).toBe(before + total);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('never refunds more than was captured, and ends a line with no units left', async () => {
    parts = [];
    const { order, itemId, total } = await placedOrder(system, key, 2);
    const before = await available();
    parts = [part('all', itemId, 5, 10_000_000)];
    await look(order.id);
    expect(await refundsOf(order.id)).toEqual([total]);
    expect(await available()).toBe(before + total);
    const { body } = await system.get(`/orders/${order.id}`, key);
    expect(body).toMatchObject({ status: 'order_placed', items: [{ status: 'cancelled' }] });
    await inTransaction(system.database.db, (tx) =>
      recordRetailerCancellation({ tx, clock: system.clock }, order.id, 'Gone.'),
    );
    expect(await available()).toBe(before + total);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});

async function unitOf(itemId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select unit_price_cents as cents from order_items where id = ${itemId}`.execute(system.database.db);
  return rows[0]!.cents;
}
