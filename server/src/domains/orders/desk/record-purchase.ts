import { Invalid } from '../../../kit/failure.ts';
import { toCents } from '../../../kit/money.ts';
import { actionClosed, markAnswered, markBoughtByDesk, maxPriceAtStore, writeAnswer } from '../orders/index.ts';
import { settlePlaced } from '../placement/index.ts';
import type { DeskNeeds } from './desk-needs.ts';
import { lockHeldTask, type TaskHolder } from './held-task.ts';
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
