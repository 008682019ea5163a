import { type Clock, plusMs, secondMs } from '../../../kit/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import { enqueue, notifyJobs } from '../../../platform/queue/index.ts';
import { deleteReserved } from '../../access/policies/index.ts';
import { followKind } from '../../money/top-ups/index.ts';
import { createReservedOrders } from '../orders/index.ts';
import { firstRowWithoutOrder, loadDrafts } from './sql.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

const rowsAtOnce = 20;
const ordersPerSecond = 650;
const purchasesPerSecond = 50;
const smallBatch = 50;

/**
 * Makes the orders of a batch, portion by portion, each in a transaction of its own. Safe to run again after any crash,
 * and twice at once: every order's id was chosen with its row, and an order that exists is left alone. It keeps a steady
 * pace, so that other clients of the service hardly notice.
 */
export async function createOrders(needs: Needs, batchId: string, signal: AbortSignal): Promise<void> {
  const { database, clock } = needs;
  let from = await firstRowWithoutOrder(database.db, batchId);
  while (from !== null) {
    signal.throwIfAborted();
    const startedAt = clock.now().getTime();
    const rowCount = await createPortion(needs, batchId, from);
    notifyJobs(database);
    from = from + rowsAtOnce < rowCount ? from + rowsAtOnce : null;
    const restMs = (rowsAtOnce / ordersPerSecond) * secondMs - (clock.now().getTime() - startedAt);
    if (from !== null && restMs > 0) await clock.sleep(restMs, signal);
  }
}

async function createPortion({ database, clock }: Needs, batchId: string, from: number): Promise<number> {
  return inTransaction(database.db, async (tx) => {
    const { accountId, placedAt, rowCount, drafts } = await loadDrafts(tx, batchId, from, from + rowsAtOnce);
    const now = clock.now();
    const orders = drafts.map((draft, offset) => ({
      ...draft,
      account_id: accountId,
      // Its id was chosen with its row: a database that was lost may have made and bought the same order.
      has_derived_id: true,
      created_at: now.toISOString(),
      place_at: latestOf(now, plusMs(placedAt, buyDelayMs(from + offset, rowCount))).toISOString(),
    }));
    await createReservedOrders(tx, orders);
    // Their cards are authorized now that the orders exist; one that is declined fails its order alone.
    const paidByCard = orders.filter(({ paid_by_card: isPaid }) => isPaid);
    await enqueue(
      tx,
      paidByCard.map(({ id: orderId }) => ({ kind: followKind, payload: { orderId }, runAt: now, dedupeKey: orderId })),
    );
    await deleteReserved(
      tx,
      orders.map(({ id }) => id),
    );
    return rowCount;
  });
}

const latestOf = (a: Date, b: Date): Date => (a > b ? a : b);

/** The orders of a large batch are bought at a steady pace too, and only once they are made. */
function buyDelayMs(rowIndex: number, rowCount: number): number {
  if (rowCount <= smallBatch) return 0;
  return (rowCount / ordersPerSecond + rowIndex / purchasesPerSecond) * secondMs;
}
