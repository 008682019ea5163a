import type { CancelAnswer, PurchaseRecord } from '../../../../connectors/contract.ts';
import type { Registry } from '../../../../connectors/registry.ts';
import { publish } from '../../../../events/index.ts';
import { assertDefined } from '../../../../kit/assert-defined.ts';
import { type Clock, minuteMs } from '../../../../kit/clock.ts';
import { type Database, inTransaction } from '../../../../platform/database/index.ts';
import { recordRetailerCancellation } from '../record-retailer-cancellation.ts';
import type { FullOrder } from '../rows.ts';
import { loadOrders, lockOrder } from '../sql.ts';
import { nextCheckMs } from './model.ts';
import { type CancellationRow, endCancellation, findCancellation } from './sql.ts';

export interface CancellationNeeds {
  database: Database;
  clock: Clock;
  registry: Registry;
  recordFor(order: FullOrder): Promise<PurchaseRecord>;
}

const askWithinMs = minuteMs;

/** Asks the retailer once. Returns when to ask again; null if it answered. */
export async function requestFromRetailer(
  needs: CancellationNeeds,
  id: string,
  signal: AbortSignal,
): Promise<number | null> {
  const row = await findCancellation(needs.database.db, id);
  if (row?.status !== 'pending') return null;
  const order = assertDefined((await loadOrders(needs.database, [row.order_id])).get(row.order_id));
  const answer = await requestOnce(needs, row, order, signal);
  switch (answer.kind) {
    case 'cancelled':
      await finishCancellation(needs, row, { status: 'cancelled', message: null });
      return null;
    case 'refused':
      await finishCancellation(needs, row, { status: 'refused', message: answer.message });
      return null;
    case 'pending':
      return answer.pollAfterMs;
    case 'unreachable': {
      const againMs = nextCheckMs(row.created_at, needs.clock.now());
      if (againMs === null) await finishCancellation(needs, row, { status: 'refused', message: answer.message });
      return againMs;
    }
  }
}

async function requestOnce(
  needs: CancellationNeeds,
  row: CancellationRow,
  order: FullOrder,
  signal: AbortSignal,
): Promise<CancelAnswer> {
  // Another process canceled it in the meantime.
  if (order.status === 'cancelled_by_retailer') return { kind: 'cancelled' };
  if (order.bought_by_desk)
    return { kind: 'refused', message: 'This order was placed manually. Open a case to cancel it.' };
  const connector = needs.registry.forOrder(order)?.connector;
  if (!connector?.cancel) return { kind: 'unreachable', message: 'The store cannot be reached right now.' };
  const query = { ...(await needs.recordFor(order)), merchantOrderId: row.merchant_order_id };
  try {
    return await connector.cancel(query, { signal: AbortSignal.any([signal, AbortSignal.timeout(askWithinMs)]) });
  } catch (error) {
    if (signal.aborted) throw error;
    // Canceling is idempotent, so a lost response is asked for again.
    return { kind: 'unreachable', message: 'The store did not respond.' };
  }
}

type CancellationResult = { status: 'cancelled' | 'refused'; message: string | null };

async function finishCancellation(
  needs: CancellationNeeds,
  row: CancellationRow,
  to: CancellationResult,
): Promise<void> {
  const now = needs.clock.now();
  await inTransaction(needs.database.db, async (tx) => {
    await lockOrder(tx, row.order_id);
    if (!(await endCancellation(tx, row.id, to, now))) return;
    if (to.status === 'cancelled') {
      await recordRetailerCancellation(
        { tx, clock: needs.clock },
        row.order_id,
        'Canceled with the store, as requested.',
      );
    }
    const type = to.status === 'cancelled' ? 'cancellation.succeeded' : 'cancellation.failed';
    await publish(tx, { type, orderId: row.order_id, cancellationId: row.id }, now);
  });
}
