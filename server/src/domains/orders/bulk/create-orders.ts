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
 * Creates the orders of a batch in portions, each in its own transaction. Safe to run again after a crash, and twice at once:
 * every order's ID was chosen with its row, and existing orders are left alone. It runs at a steady pace, so that other clients
 * hardly notice.
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
      // The ID was chosen with the row, so a lost database may have created and bought the same order.
      has_derived_id: true,
      created_at: now.toISOString(),
      place_at: latestOf(now, plusMs(placedAt, buyDelayMs(from + offset, rowCount))).toISOString(),
    }));
    await createReservedOrders(tx, orders);
    // Authorize the cards now that the orders exist. A declined card fails its own order only.
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

/** Orders of a large batch are bought at a steady pace, after they are created. */
function buyDelayMs(rowIndex: number, rowCount: number): number {
  if (rowCount <= smallBatch) return 0;
  return (rowCount / ordersPerSecond + rowIndex / purchasesPerSecond) * secondMs;
}
