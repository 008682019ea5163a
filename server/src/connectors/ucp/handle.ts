import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { type WantedLine, WantedLines } from '../cart-lines.ts';

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

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 40);

/**
 * The key of an order's nth session, and of completing it. It is derived from the order's id and cart alone: a restored copy of the
 * database sends the same keys again, and the store answers with the session that it already has.
 */
export const createKey = (reference: string, sessionNo: number): string => digest(`create ${reference} ${sessionNo}`);

/** `escalations`: a store repeats its answer to a key, so a session that came back from a person needs another one. */
export const completeKey = (reference: string, sessionNo: number, escalations: number): string =>
  digest(`complete ${reference} ${sessionNo} ${escalations}`);

/**
 * What the keys of an order's sessions are derived from. An order that may be bought in part sends different carts, each
 * under keys of its own: a store refuses a key that it knows with another cart.
 */
export const keyReferenceOf = (
  { reference, isBestEffort = false }: { reference: string; isBestEffort?: boolean },
  wanted: readonly WantedLine[],
): string => (isBestEffort ? `${reference} ${JSON.stringify(wanted)}` : reference);

export const updateKey = (checkoutId: string, body: unknown): string =>
  digest(`update ${checkoutId} ${JSON.stringify(body)}`);

export const cancelKey = (checkoutId: string): string => digest(`cancel ${checkoutId}`);
