import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { WantedLines } from '../cart-lines.ts';

/** What is written down before the button is pressed: the one session that may be completed. It is sold once at most. */
const Handle = Type.Object({ checkoutId: Type.String(), wanted: WantedLines, preparedAt: Type.String() });
export type Handle = Static<typeof Handle>;

export function handleIn(text: string | null): Handle | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Value.Check(Handle, value) ? value : null;
  } catch {
    return null;
  }
}
