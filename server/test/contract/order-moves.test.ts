import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderStatuses } from '../../src/domains/orders/index.ts';
import { orderMoves } from '../../src/domains/orders/model.ts';
import { writeCancelled, writeCancelledByRetailer } from '../../src/domains/orders/store-cancel.ts';
import { claimOrder, writeFailed, writePlaced, writeRetry } from '../../src/domains/placement/store.ts';
import { canMove } from '../../src/kit/moves.ts';
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
const noMoney = { captured: 0, fee: 0, released: 0, lost: 0 };

const writes: Record<(typeof orderStatuses)[number], (row: Row) => Promise<unknown>> = {
  pending: (row) => writeRetry(system.database, row, false, now),
  in_progress: (row) => claimOrder(system.database, row.id, now),
  order_placed: (row) =>
    writePlaced(system.database, {
      ...{ id: row.id, epoch: row.epoch, now, jobResult, ...noMoney },
      ...{ merchantOrderIds: [], estimatedDelivery: null, itemIds: [], unitPrices: [], noteSealed: null },
    }),
  order_failed: (row) =>
    writeFailed(system.database, { id: row.id, epoch: row.epoch, now, jobResult, errorType: 'x', itemIds: [] }),
  cancelled: (row) => writeCancelled(system.database, { id: row.id, accountId: row.account_id, world: 'test' }, now),
  cancelled_by_retailer: (row) => writeCancelledByRetailer(system.database.db, row.id, 'Sold out.', now),
};

/** An order that stands where it is told to; an attempt that pressed the button cannot be claimed. */
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
