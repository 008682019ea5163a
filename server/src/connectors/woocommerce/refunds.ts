import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { dayMs } from '../../kit/clock.ts';
import { reportRefunds, unreachableFrom } from '../answers.ts';
import type { Call, RefundAnswer, ReturnRequest, StoreRefund } from '../contract.ts';
import { amountFromFineDecimal } from '../prices.ts';
import { noteFrom } from './handle.ts';
import type { LookupNeeds } from './order-lookup.ts';
import { timeOf } from './rest-order.ts';
import { problemOf } from './store-api.ts';

/** A refund as the REST API shows it to the shop's owner. Its lines are negative. */
const Refund = Type.Object({
  date_created_gmt: Type.String(),
  amount: Type.String(),
  reason: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  line_items: Type.Array(
    Type.Object({ product_id: Type.Integer(), variation_id: Type.Integer(), quantity: Type.Number() }),
  ),
});

/** The refunds of an order. Needs the owner's key. */
export async function checkRefund(
  { api, store, ownerKey }: LookupNeeds & { ownerKey: NonNullable<LookupNeeds['ownerKey']> },
  { purchase }: ReturnRequest,
  call: Call,
): Promise<RefundAnswer> {
  const note = noteFrom(purchase.note);
  if (!note) return { kind: 'waiting', pollAfterMs: dayMs };
  const path = `/orders/${encodeURIComponent(note.id)}/refunds?per_page=100`;
  const reply = await api.read(path, await ownerKey(), call);
  if (reply.kind !== 'data' || !Array.isArray(reply.data)) return unreachableFrom(problemOf(reply));
  const [only, another] = purchase.lines;
  const lineIdsOf = (itemId: string): string[] => {
    if (note.lines) return note.lines.filter((line) => line.itemId === itemId).map(({ lineId }) => lineId);
    return only && !another ? [only.lineId] : [];
  };
  return reportRefunds(
    reply.data.map((refund: unknown) => (Value.Check(Refund, refund) ? storeRefundOf(store, refund, lineIdsOf) : null)),
    store,
  );
}

function storeRefundOf(
  { currency }: LookupNeeds['store'],
  refund: Static<typeof Refund>,
  lineIdsOf: (itemId: string) => string[],
): StoreRefund | null {
  const amount = amountFromFineDecimal(refund.amount, currency);
  if (amount === null) return null;
  // A refund of an amount lists its lines with quantity 0.
  const named = refund.line_items.filter(({ quantity }) => quantity !== 0);
  return {
    amount,
    at: timeOf(refund.date_created_gmt),
    reason: refund.reason || null,
    lines: named.map(({ product_id: product, variation_id: variation, quantity }) => ({
      lineIds: lineIdsOf(String(variation || product)),
      quantity: Math.abs(quantity),
    })),
  };
}
