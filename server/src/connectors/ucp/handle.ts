import { type Static, Type } from 'typebox';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { WantedLines } from '../cart-lines.ts';

/** What is written down before the button is pressed: the one session that may be completed. It is sold once at most. */
const Handle = Type.Object({
  /** Null: the store has a session under the order's key and does not say which. */
  checkoutId: Type.Union([Type.String(), Type.Null()]),
  /** How many sessions of this order were canceled before it. */
  sessionNo: Type.Optional(Type.Integer()),
  /** How often a person had to continue at the store's page after `complete`. */
  escalations: Type.Optional(Type.Integer()),
  wanted: WantedLines,
  /** The order may be bought in part, so its other carts have other keys. */
  isBestEffort: Type.Optional(Type.Boolean()),
  preparedAt: Type.String(),
});
export type Handle = Static<typeof Handle>;

export const handleIn = (text: string | null): Handle | null => parseJsonShape(Handle, text);
