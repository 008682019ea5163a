import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { dayMs } from '../../kit/clock.ts';
import { exponentOf } from '../../kit/money.ts';
import { unreachableFrom, unreadableRefund } from '../answers.ts';
import type { Call, RefundAnswer, ReturnRequest } from '../contract.ts';
import type { Store } from '../store.ts';
import { chargedAmount, noteFrom } from './cart.ts';
import { problemOf, type StoreApi } from './store-api.ts';

const amount = Type.Union([Type.Number(), Type.String()]);

const RefundedOrder = Type.Object({
  summary: Type.Object({ refunded_total: amount, pending_difference: amount }),
  items: Type.Array(
    Type.Object({
      variant_id: Type.Union([Type.String(), Type.Null()]),
      detail: Type.Object({ return_received_quantity: Type.Number(), return_dismissed_quantity: Type.Number() }),
    }),
  ),
});

/** Shoppers see an order's total refund, the returned items and the amount still owed. */
export async function checkRefund(
  { api, store }: { api: StoreApi; store: Store },
  request: ReturnRequest,
  call: Call,
): Promise<RefundAnswer> {
  const [orderId] = request.purchase.merchantOrderIds;
  if (orderId === undefined) return { kind: 'waiting', pollAfterMs: dayMs };
  const path = `/store/orders/${encodeURIComponent(orderId)}?fields=id,summary,*items,*items.detail`;
  const reply = await api.ask('GET', path, call);
  const order = reply.kind === 'data' ? reply.data.order : null;
  if (!Value.Check(RefundedOrder, order)) return unreachableFrom(problemOf(reply));
  const refunded = chargedAmount(order.summary.refunded_total, store.currency);
  if (refunded === null) return { kind: 'unreadable', message: unreadableRefund, pollAfterMs: store.trackEveryMs };
  const owes = Number(order.summary.pending_difference) <= -0.5 / 10 ** exponentOf(store.currency);
  return {
    kind: 'reported',
    refunds: refunded === 0 ? [] : [{ amount: refunded, at: null, lines: [], reason: null }],
    isSettled: !owes && isReceived(order.items, request),
    pollAfterMs: store.trackEveryMs,
  };
}

/** Whether the shop received these items, in addition to those of other returns. */
function isReceived(items: Static<typeof RefundedOrder>['items'], { purchase, lines, others }: ReturnRequest): boolean {
  const wanted = noteFrom(purchase.note)?.wanted ?? [];
  const variants = new Set(lines.map(({ lineId }) => wanted.find((line) => line.lineId === lineId)?.variantId));
  return [...variants].every((variantId) => {
    const ours = wanted.filter((line) => line.variantId === variantId).map(({ lineId }) => lineId);
    const countIn = (some: ReturnRequest['lines']): number =>
      some.filter(({ lineId }) => ours.includes(lineId)).reduce((sum, line) => sum + line.quantity, 0);
    const received = items
      .filter((item) => item.variant_id === variantId)
      .reduce((sum, { detail }) => sum + detail.return_received_quantity + detail.return_dismissed_quantity, 0);
    return variantId !== undefined && received >= countIn(lines) + countIn(others);
  });
}
