import { type Static, Type } from 'typebox';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { WantedLines } from '../cart-lines.ts';

/** What is written down before the button is pressed: the one cart that may be bought. A cart becomes one order at most. */
const Handle = Type.Object({ cartId: Type.String(), basis: Type.Enum(['net', 'gross']), wanted: WantedLines });
export type Handle = Static<typeof Handle>;

export const handleIn = (text: string | null): Handle | null => parseJsonShape(Handle, text);

/** What is kept with a purchase: the cart that it came from, and which of its variants stand for which of our lines. */
const Note = Type.Object({ cartId: Type.String(), wanted: WantedLines });

export const noteFrom = (text: string | null): Static<typeof Note> | null => parseJsonShape(Note, text);
