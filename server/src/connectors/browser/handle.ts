import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { PriceComponents, SoldLine } from '../contract.ts';

const Cents = Type.Integer();
const Handle = Type.Object({
  visit: Type.String(),
  preparedAt: Type.String(),
  /** Order numbers that the history showed before; null for a guest, who has none. */
  before: Type.Union([Type.Array(Type.String()), Type.Null()]),
  price: Type.Object({
    currency: Type.String(),
    basis: Type.Enum(['net', 'gross']),
    subtotal: Cents,
    shipping: Cents,
    tax: Cents,
    fees: Cents,
    total: Cents,
  }),
  lines: Type.Array(Type.Object({ lineId: Type.String(), quantity: Type.Integer(), unitPrice: Cents })),
  /** A person bought it where the link led, and said under which number. */
  handedOver: Type.Optional(Type.String()),
});

/** What is written down before the button is pressed: enough to know the purchase again in the store's history. */
export type Handle = Omit<Static<typeof Handle>, 'price' | 'lines'> & { price: PriceComponents; lines: SoldLine[] };

export function handleIn(text: string | null): Handle | null {
  try {
    const value = JSON.parse(text ?? 'null') as unknown;
    return Value.Check(Handle, value) ? (value as unknown as Handle) : null;
  } catch {
    return null;
  }
}
