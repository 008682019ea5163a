import { type Static, Type } from 'typebox';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { toSoldLines, WantedLines } from '../cart-lines.ts';
import type { Purchase } from '../contract.ts';
import type { MouserOrder } from './order.ts';

const Handle = Type.Object({
  at: Type.String(),
  cartKey: Type.String(),
  shipping: Type.Integer(),
  wanted: WantedLines,
});
export type Handle = Static<typeof Handle>;
export const handleIn = (text: string | null): Handle | null => parseJsonShape(Handle, text);

export const cartLinesOf = ({ lines }: MouserOrder) =>
  lines.map(({ partNumber, quantity, unitPrice }) => ({ variantId: partNumber.toUpperCase(), quantity, unitPrice }));

export function purchaseOf(
  order: MouserOrder,
  orderId: string,
  { wanted }: Pick<Handle, 'wanted'>,
  placedAt: Date,
): Purchase | null {
  if (!order.price) return null;
  const lines = toSoldLines(cartLinesOf(order), wanted);
  return {
    merchantOrderIds: [orderId],
    price: order.price,
    estimatedDelivery: null,
    placedAt,
    lines,
    shipTo: order.shipTo,
  };
}
