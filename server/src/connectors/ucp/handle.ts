import { type Static, Type } from 'typebox';
import { shapedJson } from '../../platform/shaped.ts';
import { WantedLines } from '../cart-lines.ts';

/** What is written down before the button is pressed: the one session that may be completed. It is sold once at most. */
const Handle = Type.Object({ checkoutId: Type.String(), wanted: WantedLines, preparedAt: Type.String() });
export type Handle = Static<typeof Handle>;

export const handleIn = (text: string | null): Handle | null => shapedJson(Handle, text);
