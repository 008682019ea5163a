import { type Static, Type } from 'typebox';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { WantedLines } from '../cart-lines.ts';
import { referenceIn } from '../reference.ts';
import { WantedItems } from './cart.ts';

/** The draft order of a cart. Its key and email address are enough to read it. */
const Draft = Type.Object({ id: Type.String(), key: Type.String() });
export type Draft = Static<typeof Draft>;

/** Recorded before the purchase: the cart and its draft order. Newer shops draft only at checkout. */
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
  /** The shop's item of each of our lines. Absent in old purchases. */
  lines: Type.Optional(Type.Array(Type.Object({ lineId: Type.String(), itemId: Type.String() }))),
});
type Note = Static<typeof Note>;

export const handleIn = (text: string | null): Handle | null => parseJsonShape(Handle, text);
export const noteFrom = (text: string | null): Note | null => parseJsonShape(Note, text);

/** Recorded with a purchase: its key, and the shop's item of each of our lines. */
export function noteOf(order: Omit<Note, 'lines'>, { wanted, items }: Pick<Handle, 'wanted' | 'items'>): string {
  const lines = wanted.flatMap(({ lineId, variantId }) =>
    items.filter((item) => item.variantId === variantId).map(({ itemId }) => ({ lineId, itemId })),
  );
  return JSON.stringify({ ...order, lines } satisfies Note);
}

/** The last line of a note. Shops may turn the line break into a space. */
export const referenceLine = (reference: string): string => `Reference: ${reference}`;

export const noteReferenceIn = (note: string): string | null =>
  referenceIn(/Reference: (\S+)\s*$/i.exec(note)?.[1] ?? '');
