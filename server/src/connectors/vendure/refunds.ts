import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { dayMs } from '../../kit/clock.ts';
import { reportRefunds, unreachableFrom, unreadableRefund } from '../answers.ts';
import type { Call, RefundAnswer, ReturnRequest, StoreRefund } from '../contract.ts';
import type { Store } from '../store.ts';
import { noteFrom } from './handle.ts';
import { amountIn } from './order.ts';
import { customerFields, queryAsCustomer } from './session.ts';
import { settingsOf } from './settings.ts';
import type { ShopApi } from './shop-api.ts';

const Refund = Type.Object({
  total: Type.Integer(),
  state: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String(),
  lines: Type.Array(Type.Object({ orderLineId: Type.String(), quantity: Type.Integer() })),
});

const RefundedOrder = Type.Object({
  lines: Type.Array(Type.Object({ id: Type.String(), productVariant: Type.Object({ id: Type.String() }) })),
  payments: Type.Union([Type.Null(), Type.Array(Type.Object({ refunds: Type.Array(Refund) }))]),
});

const refundsDocument = `query Refunds($code: String!) {
  ${customerFields}
  orderByCode(code: $code) {
    lines { id productVariant { id } }
    payments { refunds { total state reason createdAt lines { orderLineId quantity } } }
  }
}`;

/** The refunds of an order. Guests see an order for two hours. */
export async function checkRefund(
  { api, store }: { api: ShopApi; store: Store },
  { purchase }: ReturnRequest,
  call: Call,
): Promise<RefundAnswer> {
  const [code] = purchase.merchantOrderIds;
  if (code === undefined || !purchase.account) return { kind: 'waiting', pollAfterMs: dayMs };
  const tokens = [await purchase.account.session.load()];
  const question = { document: refundsDocument, variables: { code } };
  const seen = await queryAsCustomer(api, { account: purchase.account, tokens }, question, call);
  if (seen.kind !== 'data') return unreachableFrom(seen);
  const order = seen.data.orderByCode;
  if (!Value.Check(RefundedOrder, order)) {
    // A hidden order is null. With a problem, a part of it is missing.
    if (order && !seen.problem)
      return { kind: 'unreadable', message: unreadableRefund, pollAfterMs: store.trackEveryMs };
    return {
      kind: 'unreachable',
      message: seen.problem?.message ?? `Errand cannot view order ${code} at the store.`,
    };
  }
  const wanted = noteFrom(purchase.note)?.wanted ?? [];
  const lineIdsOf = (orderLineId: string): string[] => {
    const line = order.lines.find(({ id }) => id === orderLineId);
    return wanted.filter(({ variantId }) => variantId === line?.productVariant.id).map(({ lineId }) => lineId);
  };
  const settled = (order.payments ?? []).flatMap(({ refunds }) => refunds).filter(({ state }) => state === 'Settled');
  return reportRefunds(
    settled.map((refund) => storeRefundOf(store, refund, lineIdsOf)),
    store,
  );
}

function storeRefundOf(
  store: Store,
  { total, reason, createdAt, lines }: Static<typeof Refund>,
  lineIdsOf: (orderLineId: string) => string[],
): StoreRefund | null {
  const amount = amountIn(total, store.currency, settingsOf(store).priceDecimals);
  if (amount === null) return null;
  const named = lines.map(({ orderLineId, quantity }) => ({ lineIds: lineIdsOf(orderLineId), quantity }));
  return { amount, at: new Date(createdAt), lines: named, reason };
}
