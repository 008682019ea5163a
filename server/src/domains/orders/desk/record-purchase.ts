import type { TrackingStatus } from '../../../connectors/contract.ts';
import { Invalid } from '../../../kit/failure.ts';
import { toCents } from '../../../kit/money.ts';
import type { Tx } from '../../../platform/database/index.ts';
import {
  actionClosed,
  isBoughtByDesk,
  loadOrders,
  lockOrder,
  lockOrderNumbers,
  markAnswered,
  markBoughtByDesk,
  maxPriceAtStore,
  recordRetailerCancellation,
  writeAnswer,
} from '../orders/index.ts';
import { settlePlaced } from '../placement/index.ts';
import { lockHeldTask, type TaskHolder } from './claim-task.ts';
import type { DeskNeeds } from './desk-needs.ts';
import { notBoughtByDesk } from './failures.ts';
import { findObjections, type RecordedPurchase, subtotalOf } from './model.ts';
import { writeEnded } from './sql.ts';

/**
 * Records a purchase: the order is placed, the money captured and the action closed, together and once. The same rules apply as
 * for a store's response: every line, correct sums, and at most max_price.
 */
export async function recordPurchase(needs: DeskNeeds, held: TaskHolder, purchase: RecordedPurchase): Promise<void> {
  const { tx, clock } = needs;
  const { order, action } = await lockHeldTask(tx, held);
  const problems = findObjections(purchase, { ...order, max_price_cents: maxPriceAtStore(order) });
  if (problems.length > 0) throw new Invalid(problems);
  const now = clock.now();
  const answer = { merchant_order_ids: purchase.merchantOrderIds, total_cents: purchase.totalCents };
  const isOpen = await writeAnswer(tx, { id: action.id, answer, sealed: null, by: held.operator, now });
  if (!isOpen) throw actionClosed('closed');
  await markAnswered(tx, order.id, now);
  // A store may confirm the same number at the same moment. The operator's word counts.
  await lockOrderNumbers(tx, order, purchase.merchantOrderIds);
  const isPlaced = await settlePlaced({ database: tx, clock }, order, {
    merchantOrderIds: purchase.merchantOrderIds,
    price: {
      currency: order.exchange?.currency ?? 'USD',
      basis: 'net',
      subtotal: toCents(subtotalOf(purchase, order)),
      shipping: toCents(purchase.shippingCents),
      tax: toCents(purchase.taxCents),
      fees: toCents(purchase.feesCents),
      total: toCents(purchase.totalCents),
    },
    estimatedDelivery: purchase.estimatedDelivery,
    placedAt: now,
    lines: purchase.lines.map(({ itemId, unitPriceCents, quantity }) => ({
      lineId: itemId,
      unitPrice: toCents(unitPriceCents),
      ...(quantity === null ? {} : { quantity }),
    })),
  });
  if (!isPlaced) throw actionClosed('closed');
  await markBoughtByDesk(tx, order.id);
  await writeEnded(tx, action.id, { state: 'bought', note: purchase.note }, now);
  const { operator } = held;
  await needs.record({ operator, name: 'desk.bought', orderId: order.id, after: answer, note: purchase.note });
}

/** The retailer canceled the purchase, so what was captured is refunded. */
export async function cancelPurchase(
  { tx, clock, record }: DeskNeeds,
  orderId: string,
  operator: string,
  reason: string,
): Promise<void> {
  await lockOrder(tx, orderId);
  if (!(await isBoughtByDesk(tx, orderId))) throw notBoughtByDesk();
  await recordRetailerCancellation({ tx, clock }, orderId, reason);
  await record({ operator, name: 'desk.called_off', orderId, note: reason });
}

export interface ParcelReport {
  carrier: string | null;
  trackingNumber: string;
  status: TrackingStatus;
  estimatedDeliveryDate: string | null;
  /** Empty: everything. */
  itemIds: string[];
}

/** Writes parcels like a carrier's report. Passed in, because tracking is a higher area. */
export type ReportParcels = (tx: Tx, orderId: string, parcels: ParcelReport[]) => Promise<void>;

interface Needs extends DeskNeeds {
  reportParcels: ReportParcels;
}

/** Adds a tracking number and the parcel's status. The same number again updates the parcel. */
export async function addParcel(needs: Needs, orderId: string, operator: string, parcel: ParcelReport): Promise<void> {
  const { tx } = needs;
  if (!(await isBoughtByDesk(tx, orderId))) throw notBoughtByDesk();
  const order = (await loadOrders(tx, [orderId])).get(orderId);
  const itemIds = order?.items.filter(({ status }) => status !== 'failed').map(({ id }) => id) ?? [];
  if (parcel.itemIds.some((id) => !itemIds.includes(id))) {
    throw new Invalid([
      { loc: ['body', 'item_ids'], msg: 'An ID does not match an item in this order', type: 'value_error' },
    ]);
  }
  await needs.reportParcels(tx, orderId, [
    { ...parcel, itemIds: parcel.itemIds.length > 0 ? parcel.itemIds : itemIds },
  ]);
  const after = { tracking_number: parcel.trackingNumber, status: parcel.status };
  await needs.record({ operator, name: 'desk.parcel', orderId, after });
}
