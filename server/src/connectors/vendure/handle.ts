import { type Static, Type } from 'typebox';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { WantedLines } from '../cart-lines.ts';

const basis = Type.Enum(['net', 'gross']);

/** Recorded before the purchase: the code of the one order that may be bought, and its session. */
const Handle = Type.Object({
  code: Type.String(),
  token: Type.String(),
  basis,
  /** Absent in carts of earlier versions: two. */
  decimals: Type.Optional(Type.Integer()),
  wanted: WantedLines,
});
export type Handle = Static<typeof Handle>;

/** Recorded with a purchase: the variant of each of our lines. */
const Note = Type.Object({ basis, wanted: WantedLines });
export type Note = Static<typeof Note>;

export const handleIn = (text: string | null): Handle | null => parseJsonShape(Handle, text);
export const noteFrom = (text: string | null): Note | null => parseJsonShape(Note, text);

export const noteOf = ({ basis: way, wanted }: Handle): string => JSON.stringify({ basis: way, wanted } satisfies Note);
