import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryOf, type TrackingStatus, trackingMoves } from '../../src/domains/delivery/tracking/model.ts';
import { claimOrder, claimOrders, markManySubmitting } from '../../src/domains/orders/orders/attempts/sql-claim.ts';
import { writeFailed, writeRetry } from '../../src/domains/orders/orders/attempts/sql-failed.ts';
import { writePlaced } from '../../src/domains/orders/orders/attempts/sql-placed.ts';
import { orderStatuses } from '../../src/domains/orders/orders/index.ts';
import { orderMoves } from '../../src/domains/orders/orders/model.ts';
import { writeProgress } from '../../src/domains/orders/orders/parcels/sql-progress.ts';
import { upsertShipment } from '../../src/domains/orders/orders/parcels/sql-shipments.ts';
import { writeCancelled, writeCancelledByRetailer } from '../../src/domains/orders/orders/sql-cancel.ts';
import { keysOf } from '../../src/kit/known-keys.ts';
import { canMove } from '../../src/kit/moves.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// The statements that write a status, each tried on an order of every status: they do what the table of moves says.

let system: TestSystem;
let key: string;
beforeAll(async () => {
  system = await startSystem();
  key = await system.mint();
});
afterAll(() => system.stop());

interface Row {
  id: string;
  epoch: number;
  account_id: string;
}

const now = new Date();
const jobResult = {
  success: true,
  error: null,
  error_type: null,
  error_details: null,
  price_components: null,
  estimated_delivery: null,
  merchant_order_ids: [],
};
const wholeOrder = { boughtQuantities: [], leftOut: [], concessions: null };
const noMoney = { captured: 0, fee: 0, released: 0, lost: 0 };

const parcelOf = (orderId: string, status: TrackingStatus) => ({
  ...{ id: randomUUID(), orderId, position: 0, parcelId: 'one', carrier: 'UPS', trackingNumber: '1Z', status },
  ...{ estimatedDeliveryDate: null, merchantOrderId: null, itemIds: [], checkpoints: [] },
});

const writes: Record<(typeof orderStatuses)[number], (row: Row) => Promise<unknown>> = {
  pending: (row) => writeRetry(system.database, row, { now, attempt: null }),
  in_progress: (row) => claimOrder(system.database, row.id, now),
  async order_placed(row) {
    const placed = { id: row.id, epoch: row.epoch, now, jobResult, ...noMoney, ...wholeOrder };
    const bought = { merchantOrderIds: [], estimatedDelivery: null, itemIds: [], unitPrices: [], noteSealed: null };
    return (await writePlaced(system.database, [{ ...placed, ...bought }])).has(row.id);
  },
  order_failed: (row) =>
    writeFailed(system.database, { id: row.id, epoch: row.epoch, now, jobResult, errorType: 'x', itemIds: [] }),
  cancelled: (row) =>
    writeCancelled(system.database, { id: row.id, accountId: row.account_id, world: 'test', exchange: null }, now),
  cancelled_by_retailer: (row) => writeCancelledByRetailer(system.database.db, row.id, 'Sold out.', now),
};

/** An order in the given state. An attempt that pressed the button can't be claimed. */
async function orderThatIs(status: string): Promise<Row> {
  const { body } = await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
  const phase = status === 'in_progress' ? 'submitting' : null;
  const { rows } = await sql<Row>`
    update orders set status = ${status}, phase = ${phase} where id = ${body.id}
    returning id, epoch, account_id`.execute(system.database.db);
  return rows[0]!;
}

const statusOf = async (id: string) =>
  (await sql<{ status: string }>`select status from orders where id = ${id}`.execute(system.database.db)).rows[0]!
    .status;

describe.each(orderStatuses)('an order that is %s', (from) => {
  it.each(orderStatuses.filter((status) => status !== from))('becomes %s, or not', async (to) => {
    const row = await orderThatIs(from);
    const isMoved = Boolean(await writes[to](row));
    expect(isMoved).toBe(canMove(orderMoves, from, to));
    expect(await statusOf(row.id)).toBe(isMoved ? to : from);
  });
});

describe('an attempt that was replaced by another', () => {
  it.each(['pending', 'order_placed', 'order_failed'] as const)('cannot make the order %s', async (to) => {
    const row = await orderThatIs('in_progress');
    expect(await writes[to]({ ...row, epoch: row.epoch - 1 })).toBe(false);
    expect(await statusOf(row.id)).toBe('in_progress');
    expect(await writes[to](row)).toBe(true);
  });
});

describe('several orders in one statement', () => {
  const oneOfEach = () => Promise.all(orderStatuses.map(orderThatIs));
  const ofStatus = (rows: Row[], status: (typeof orderStatuses)[number]) => rows[orderStatuses.indexOf(status)]!;
  const cart = Buffer.from('cart');

  /** Claimed, so that its epoch is the second attempt's. */
  async function claimed(): Promise<Row> {
    const row = await orderThatIs('pending');
    const order = (await claimOrder(system.database, row.id, now))!;
    return { ...row, epoch: order.epoch };
  }

  it('are claimed individually', async () => {
    const rows = await oneOfEach();
    const held = await orderThatIs('pending');
    await sql`update orders set waiting_for = 'action' where id = ${held.id}`.execute(system.database.db);
    const withAccount = await orderThatIs('pending');
    await sql`update orders set needs_account = true where id = ${withAccount.id}`.execute(system.database.db);
    const intent = await claimed();
    const ids = [...rows, held, withAccount, intent].map(({ id }) => id);
    const won = await claimOrders(system.database, ids, now);
    const pending = ofStatus(rows, 'pending');
    expect(won.map(({ id }) => id).toSorted()).toEqual([pending.id, intent.id].toSorted());
    expect(won.find(({ id }) => id === intent.id)?.epoch).toBe(intent.epoch + 1);
    for (const row of rows) {
      const status = orderStatuses[rows.indexOf(row)]!;
      expect(await statusOf(row.id)).toBe(status === 'pending' ? 'in_progress' : status);
    }
    expect(await claimOrders(system.database, [pending.id], now)).toMatchObject([{ id: pending.id, attempts: 1 }]);
  });

  it('are each marked before the purchase by their own epoch', async () => {
    const rows = await oneOfEach();
    const [good, stale, frozen, paused] = [await claimed(), await claimed(), await claimed(), await claimed()];
    await sql`update orders set epoch = epoch + 1 where id = ${stale.id}`.execute(system.database.db);
    await sql`update orders set phase = 'submitting' where id = ${paused.id}`.execute(system.database.db);
    const { rows: policies } = await sql<{ id: string }>`
      insert into policies (id, account_id, world, scope, subject, version, rules, is_frozen, updated_by, created_at, updated_at)
      select gen_random_uuid(), account_id, world, 'key', api_key_id::text, 1, '{}', true, 'test', now(), now()
      from orders where id = ${frozen.id} returning id`.execute(system.database.db);
    const attempts = [...rows, stale, paused].map(({ id, epoch }) => ({
      id,
      epoch,
      checkoutSealed: cart,
      store: null,
    }));
    const mine = { id: good.id, epoch: good.epoch, checkoutSealed: Buffer.from('mine'), store: null };
    expect(await markManySubmitting(system.database, [...attempts, mine], now)).toEqual(new Set());
    await sql`delete from policies where id = ${policies[0]!.id}`.execute(system.database.db);
    expect(await markManySubmitting(system.database, [...attempts, mine], now)).toEqual(new Set([good.id]));
    const { rows: kept } = await sql<{ phase: string; checkout_sealed: Buffer }>`
      select phase, checkout_sealed from orders where id = ${good.id}`.execute(system.database.db);
    expect(kept).toEqual([{ phase: 'submitting', checkout_sealed: Buffer.from('mine') }]);
    expect(await markManySubmitting(system.database, [mine], now)).toEqual(new Set());
  });

  it('are recorded as placed each by its own epoch, with its own money', async () => {
    const other = await system.mint();
    const rows = await oneOfEach();
    const [first, second, stale] = [await claimed(), await claimed(), await claimed()];
    await sql`update orders set epoch = epoch + 1 where id = ${stale.id}`.execute(system.database.db);
    const { body } = await system.post('/orders', other, orderFor(`${system.url}/shop/products/test-success`));
    const foreign = (await claimOrder(system.database, body.id, now))!;
    const placedRow = ({ id, epoch }: { id: string; epoch: number }, captured: number) => ({
      ...{ id, epoch, now, jobResult, fee: 0, released: 5000 - captured, lost: 0, captured },
      ...{ merchantOrderIds: [`M-${captured}`], estimatedDelivery: '2030-01-02', noteSealed: null },
      ...{ itemIds: [], unitPrices: [], ...wholeOrder },
    });
    await sql`
      update orders set max_price_cents = 5000, fee_cents = 0 where id = any (${[first.id, second.id, foreign.id]}::uuid[])`.execute(
      system.database.db,
    );
    const wallets = async () => [(await system.get('/wallet', key)).body, (await system.get('/wallet', other)).body];
    const [before, beforeOther] = await wallets();
    const given = [
      ...rows.filter((row) => row !== ofStatus(rows, 'in_progress')).map((row) => placedRow(row, 1)),
      placedRow(stale, 2),
      placedRow(first, 1000),
      placedRow(second, 2000),
      placedRow(foreign, 3000),
    ];
    const won = await writePlaced(system.database, given);
    expect(won).toEqual(new Set([first.id, second.id, foreign.id]));
    const [after, afterOther] = await wallets();
    expect(after.held_cents).toBe(before.held_cents - 10_000);
    expect(after.available_cents).toBe(before.available_cents + 7000);
    expect(afterOther.held_cents).toBe(beforeOther.held_cents - 5000);
    expect(afterOther.available_cents).toBe(beforeOther.available_cents + 2000);
    const { rows: charged } = await sql<{ charged_cents: number; merchant_order_ids: string[] }>`
      select charged_cents, merchant_order_ids from orders where id = any (${[...won]}::uuid[]) order by 1`.execute(
      system.database.db,
    );
    expect(charged).toEqual(
      [1000, 2000, 3000].map((cents) => ({ charged_cents: cents, merchant_order_ids: [`M-${cents}`] })),
    );
    expect(await writePlaced(system.database, given)).toEqual(new Set());
    expect(await wallets()).toMatchObject([after, afterOther]);
    const { rows: told } = await sql<{ n: number }>`
      select count(*) as n from jobs where kind = 'events' and payload ->> 'type' = 'order.placed'
        and payload ->> 'orderId' = any (${[...won]}::text[])`.execute(system.database.db);
    expect(Number(told[0]!.n)).toBe(3);
  });

  it('describe packages only as they were read', async () => {
    const rows = await oneOfEach();
    const { rows: known } = await sql<{ id: string; updated_at: Date }>`
      select id, updated_at from orders where id = any (${rows.map(({ id }) => id)}::uuid[])`.execute(
      system.database.db,
    );
    const knownAt = new Map(known.map(({ id, updated_at: at }) => [id, at]));
    const changed = await orderThatIs('order_placed');
    const progressOf = (orderId: string, from: Date) => ({
      ...{ orderId, knownAt: from, at: new Date(), estimatedDelivery: '2030-03-04', items: [] },
      ...{ delivery: 'on_the_way' as const, shipments: [parcelOf(orderId, 'in_transit')] },
      event: { type: 'tracking.obtained' as const, orderId, shipments: [] },
    });
    const given = [
      ...rows.map(({ id }) => progressOf(id, knownAt.get(id)!)),
      // The order was written since.
      progressOf(changed.id, new Date(0)),
    ];
    const placed = ofStatus(rows, 'order_placed');
    expect(await writeProgress(system.database, given)).toEqual(new Set([placed.id]));
    const ids = [...rows, changed].map(({ id }) => id);
    const { rows: parcels } = await sql<{ order_id: string }>`
      select order_id from shipments where order_id = any (${ids}::uuid[])`.execute(system.database.db);
    expect(parcels).toEqual([{ order_id: placed.id }]);
    const { rows: told } = await sql<{ id: string }>`
      select payload ->> 'orderId' as id from jobs where kind = 'events' and payload ->> 'type' = 'tracking.obtained'
        and payload ->> 'orderId' = any (${ids}::text[])`.execute(system.database.db);
    expect(told).toEqual([{ id: placed.id }]);
    expect(await writeProgress(system.database, given)).toEqual(new Set());
  });

  it('say where packages are as the trigger does for other writers', async () => {
    const { db } = system.database;
    const { id } = await orderThatIs('order_placed');
    const trackingStatuses = keysOf(trackingMoves);
    const pairs = trackingStatuses.flatMap((one) => [[one], ...trackingStatuses.map((other) => [one, other])]);
    for (const statuses of pairs) {
      await sql`delete from shipments where order_id = ${id}`.execute(db);
      await sql`update orders set delivery = null where id = ${id}`.execute(db);
      for (const [position, status] of statuses.entries())
        await upsertShipment(db, { ...parcelOf(id, status), position, parcelId: String(position) }, now);
      const { rows } = await sql<{ delivery: string | null }>`select delivery from orders where id = ${id}`.execute(db);
      expect([statuses, deliveryOf(statuses)]).toEqual([statuses, rows[0]!.delivery]);
    }
  });

  it('write an order once for its packages', async () => {
    const { db } = system.database;
    const { id } = await orderThatIs('order_placed');
    await sql`update orders set late_since = now() where id = ${id}`.execute(db);
    const { rows } = await sql<{ updated_at: Date }>`select updated_at from orders where id = ${id}`.execute(db);
    const progress = {
      ...{ orderId: id, knownAt: rows[0]!.updated_at, at: new Date(), estimatedDelivery: null, items: [] },
      ...{ delivery: 'delivered' as const, shipments: [parcelOf(id, 'delivered')] },
      event: { type: 'tracking.obtained' as const, orderId: id, shipments: [] },
    };
    const writes = await inTransaction(db, async (tx) => {
      const count = async () =>
        (await sql<{ n: number }>`select pg_stat_get_xact_tuples_updated('orders'::regclass) as n`.execute(tx)).rows[0]!
          .n;
      const before = await count();
      expect(await writeProgress(tx, [progress])).toEqual(new Set([id]));
      return (await count()) - before;
    });
    expect(writes).toBe(1);
    const { rows: written } = await sql`select delivery, late_since from orders where id = ${id}`.execute(db);
    expect(written).toEqual([{ delivery: 'delivered', late_since: null }]);
  });
});
