import type { Registry } from '../../../../connectors/registry.ts';
import { assertDefined } from '../../../../kit/assert-defined.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { newId } from '../../../../kit/ids.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { enqueue } from '../../../../platform/queue/index.ts';
import type { FullOrder } from '../rows.ts';
import { alreadyRunning, notPlaced, retailerCannot, severalPurchases, unknownMerchantOrder } from './failures.ts';
import { findRunningCancellation, insertCancellation } from './sql.ts';

interface Needs {
  tx: Tx;
  clock: Clock;
  registry: Registry;
}

export interface CancellationRequest {
  /** Null: the only one. */
  merchantOrderId: string | null;
  request: Record<string, unknown>;
}

/** Asks the retailer in the background to cancel a purchase. Returns the cancellation's ID. */
export async function requestCancellation(needs: Needs, order: FullOrder, asked: CancellationRequest): Promise<string> {
  if (order.status !== 'order_placed') throw notPlaced(order.status);
  const merchantOrderId = pickPurchase(order.merchant_order_ids, asked.merchantOrderId);
  if (merchantOrderId === null) throw unknownMerchantOrder(order.merchant_order_ids);
  // A cancellation refunds the whole order, so canceling one of several purchases would refund the others too.
  if (order.merchant_order_ids.length > 1) throw severalPurchases(order.merchant_order_ids);
  // The connector knows nothing about purchases made at the desk.
  const canAsk = !order.bought_by_desk && needs.registry.forOrder(order)?.connector.abilities.has('cancel');
  if (!canAsk) throw retailerCannot(order.retailer);
  const now = needs.clock.now();
  const row = {
    id: newId(),
    order_id: order.id,
    merchant_order_id: merchantOrderId,
    request: asked.request,
    created_at: now,
  };
  if (!(await insertCancellation(needs.tx, row))) {
    throw alreadyRunning((await findRunningCancellation(needs.tx, order.id, merchantOrderId)) ?? '');
  }
  await enqueue(needs.tx, { kind: 'cancellations.ask', payload: { cancellationId: row.id }, runAt: now });
  return row.id;
}

function pickPurchase(known: string[], wanted: string | null): string | null {
  if (wanted === null) return known.length === 1 ? assertDefined(known[0]) : null;
  return known.includes(wanted) ? wanted : null;
}
