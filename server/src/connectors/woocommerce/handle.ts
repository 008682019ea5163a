import { type Static, Type } from 'typebox';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { WantedLines } from '../cart-lines.ts';
import { WantedItems } from './cart.ts';

/** The order that the shop drafted for a cart: readable with its key and the mail address alone. */
const Draft = Type.Object({ id: Type.String(), key: Type.String() });
export type Draft = Static<typeof Draft>;

/**
 * What is written down before the button is pressed: the cart, and the order that the shop drafted for it. A shop that
 * drafts only when it sells has none yet.
 */
const Handle = Type.Object({
  cartToken: Type.String(),
  preparedAt: Type.String(),
  email: Type.String(),
  paymentMethod: Type.String(),
  draft: Type.Union([Draft, Type.Null()]),
  basis: Type.Enum(['net', 'gross']),
  wanted: WantedLines,
  items: WantedItems,
});
export type Handle = Static<typeof Handle>;

const Note = Type.Object({
  id: Type.String(),
  key: Type.String(),
  email: Type.String(),
  /** Which of our lines each of the shop's products is; purchases of before have none. */
  lines: Type.Optional(Type.Array(Type.Object({ lineId: Type.String(), itemId: Type.String() }))),
});
type Note = Static<typeof Note>;

export const handleIn = (text: string | null): Handle | null => parseJsonShape(Handle, text);
export const noteFrom = (text: string | null): Note | null => parseJsonShape(Note, text);

/** What later calls need of a purchase: its key, and which of our lines are which of the shop's products. */
export function noteOf(order: Omit<Note, 'lines'>, { wanted, items }: Pick<Handle, 'wanted' | 'items'>): string {
  const lines = wanted.flatMap(({ lineId, variantId }) =>
    items.filter((item) => item.variantId === variantId).map(({ itemId }) => ({ lineId, itemId })),
  );
  return JSON.stringify({ ...order, lines } satisfies Note);
}

/** What stands at the end of a note. Shops may turn the line break before it into a space. */
export const referenceLine = (reference: string): string => `Reference: ${reference}`;

export const referenceIn = (note: string): string | null => /Reference: (\S+)\s*$/.exec(note)?.[1] ?? null;
