import { type Static, Type } from 'typebox';
import { parseJsonShape } from '../../platform/parse-shape.ts';

const cents = Type.Integer({ minimum: 0 });

/** What was tried and priced, before the button is pressed. */
const Handle = Type.Object({
  /** When it was tried: Amazon does not say when it sold. */
  at: Type.String(),
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

/** What later calls need of a purchase: what Amazon did not sell, although it was ordered. */
const Note = Type.Object({
  at: Type.String(),
  short: Type.Array(Type.Object({ lineId: Type.String(), quantity: Type.Integer() })),
});
export type Note = Static<typeof Note>;

export const handleIn = (text: string | null): Handle | null => parseJsonShape(Handle, text);
export const noteIn = (text: string | null): Note | null => parseJsonShape(Note, text);

/** Amazon advises running numbers for the lines of an order. */
export const externalIdAt = (index: number): string => String(index + 1);
