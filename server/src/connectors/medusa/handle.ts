import { type Static, Type } from 'typebox';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { WantedLines } from '../cart-lines.ts';

/** What is written down before the button is pressed: the one cart that may be bought. A cart becomes one order at most. */
const Handle = Type.Object({ cartId: Type.String(), basis: Type.Enum(['net', 'gross']), wanted: WantedLines });
export type Handle = Static<typeof Handle>;

export const handleIn = (text: string | null): Handle | null => parseJsonShape(Handle, text);
