import { createHash } from 'node:crypto';
import type { WantedLine } from '../cart-lines.ts';

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
