import { type Static, Type } from 'typebox';
import { parseJsonShape } from '../../platform/parse-shape.ts';

const cents = Type.Integer({ minimum: 0 });

/** The trial order and its prices, recorded before the purchase. */
const Handle = Type.Object({
  /** Time of the trial. Amazon doesn't return the time of the sale. */
  at: Type.String(),
  /** What the order was to cost. Not known to earlier versions. */
  total: Type.Optional(cents),
  lines: Type.Array(
    Type.Object({
      lineId: Type.String(),
      externalId: Type.String(),
      asin: Type.String(),
      offerId: Type.String(),
      quantity: Type.Integer(),
      unitPrice: cents,
      subtotal: cents,
      shipping: cents,
      tax: cents,
    }),
  ),
});
export type Handle = Static<typeof Handle>;
export type HandleLine = Handle['lines'][number];

/** Recorded with a purchase: what Amazon didn't sell. */
const Note = Type.Object({
  at: Type.String(),
  short: Type.Array(Type.Object({ lineId: Type.String(), quantity: Type.Integer() })),
});
export type Note = Static<typeof Note>;

export const handleIn = (text: string | null): Handle | null => parseJsonShape(Handle, text);
export const noteIn = (text: string | null): Note | null => parseJsonShape(Note, text);

/** Amazon recommends consecutive numbers for the lines of an order. */
export const externalIdAt = (index: number): string => String(index + 1);
