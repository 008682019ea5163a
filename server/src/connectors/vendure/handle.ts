import { type Static, Type } from 'typebox';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { WantedLines } from '../cart-lines.ts';

const basis = Type.Enum(['net', 'gross']);

/**
 * What is written down before the button is pressed: the code of the one order that may be bought, and the session that
 * it was filled in. No other order of this account is ever touched by it.
 */
const Handle = Type.Object({
  code: Type.String(),
  token: Type.String(),
  basis,
  /** Hundredths in carts of earlier versions. */
  decimals: Type.Optional(Type.Integer()),
  wanted: WantedLines,
});
export type Handle = Static<typeof Handle>;

/** What later calls need of a purchase: which of the shop's lines are which of ours. */
const Note = Type.Object({ basis, wanted: WantedLines });
export type Note = Static<typeof Note>;

export const handleIn = (text: string | null): Handle | null => parseJsonShape(Handle, text);
export const noteFrom = (text: string | null): Note | null => parseJsonShape(Note, text);

export const noteOf = ({ basis: way, wanted }: Handle): string => JSON.stringify({ basis: way, wanted } satisfies Note);
