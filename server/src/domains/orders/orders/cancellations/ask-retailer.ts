import type { CancelAnswer, PurchaseRecord } from '../../../../connectors/contract.ts';
import type { Registry } from '../../../../connectors/registry.ts';
import { publish } from '../../../../events/index.ts';
import { type Clock, minuteMs } from '../../../../kit/clock.ts';
import { existing } from '../../../../kit/existing.ts';
import { type Database, inTransaction } from '../../../../platform/database/index.ts';
import { callOffOrder } from '../call-off-order.ts';
import type { WholeOrder } from '../rows.ts';
import { loadOrders, lockOrder } from '../sql.ts';
import { askAgainMs } from './model.ts';
import { type CancellationRow, endCancellation, findCancellation } from './sql.ts';

export interface CancellationNeeds {
  database: Database;
  clock: Clock;
  registry: Registry;
  recordFor(order: WholeOrder): Promise<PurchaseRecord>;
}

const askWithinMs = minuteMs;

/** Asks the retailer once. Says when to ask again; null when there is an answer. */
export async function askRetailer(needs: CancellationNeeds, id: string, signal: AbortSignal): Promise<number | null> {
  const row = await findCancellation(needs.database.db, id);
  if (row?.status !== 'pending') return null;
  const order = existing((await loadOrders(needs.database, [row.order_id])).get(row.order_id));
  const answer = await ask(needs, row, order, signal);
  switch (answer.kind) {
    case 'cancelled':
      await end(needs, row, { status: 'cancelled', message: null });
      return null;
    case 'refused':
      await end(needs, row, { status: 'refused', message: answer.message });
      return null;
    case 'pending':
      return answer.pollAfterMs;
    case 'unreachable': {
      const againMs = askAgainMs(row.created_at, needs.clock.now());
      if (againMs === null) await end(needs, row, { status: 'refused', message: answer.message });
      return againMs;
    }
  }
}

async function ask(
  needs: CancellationNeeds,
  row: CancellationRow,
  order: WholeOrder,
  signal: AbortSignal,
): Promise<CancelAnswer> {
  // Another process called it off meanwhile: that is what was asked for.
  if (order.status === 'cancelled_by_retailer') return { kind: 'cancelled' };
  if (order.bought_by_desk)
    return { kind: 'refused', message: 'A person bought this: open a case to have it cancelled.' };
  const connector = needs.registry.forRetailer(order.world, order.retailer)?.connector;
  if (!connector?.cancel) return { kind: 'unreachable', message: 'The retailer cannot be asked at the moment.' };
  const query = { ...(await needs.recordFor(order)), merchantOrderId: row.merchant_order_id };
  try {
    return await connector.cancel(query, { signal: AbortSignal.any([signal, AbortSignal.timeout(askWithinMs)]) });
  } catch (error) {
    if (signal.aborted) throw error;
    // Cancelling twice cancels once, so an answer that was lost may be asked for again.
    return { kind: 'unreachable', message: 'The retailer did not answer.' };
  }
}

type End = { status: 'cancelled' | 'refused'; message: string | null };

/** The cancellation, the order, the money and the event, together. */
async function end(needs: CancellationNeeds, row: CancellationRow, to: End): Promise<void> {
  const now = needs.clock.now();
  await inTransaction(needs.database.db, async (tx) => {
    await lockOrder(tx, row.order_id);
    if (!(await endCancellation(tx, row.id, to, now))) return;
    if (to.status === 'cancelled') {
      await callOffOrder({ tx, clock: needs.clock }, row.order_id, 'Cancelled at the retailer, as asked for.');
    }
    const type = to.status === 'cancelled' ? 'cancellation.succeeded' : 'cancellation.failed';
    await publish(tx, { type, orderId: row.order_id, cancellationId: row.id }, now);
  });
}
