import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { type WantedLine, WantedLines } from '../cart-lines.ts';

/** Recorded before the purchase: the one session that may be completed, which sells at most once. */
const Handle = Type.Object({
  /** Null: the store has a session for the order's key but doesn't show its ID. */
  checkoutId: Type.Union([Type.String(), Type.Null()]),
  /** Number of canceled earlier sessions. */
  sessionNo: Type.Optional(Type.Integer()),
  /** How often a person continued at the store after `complete`. */
  escalations: Type.Optional(Type.Integer()),
  /** Whether that `complete` had a payment. Absent: unknown. */
  isPaid: Type.Optional(Type.Boolean()),
  wanted: WantedLines,
  /** The order may be bought in part, so each cart has its own keys. */
  isBestEffort: Type.Optional(Type.Boolean()),
  preparedAt: Type.String(),
});
export type Handle = Static<typeof Handle>;

export const handleIn = (text: string | null): Handle | null => parseJsonShape(Handle, text);

/** The store may have sold this session to Errand, because a person continued after our payment was sent. */
export const mayBePaid = ({ escalations = 0, isPaid = true }: Handle): boolean => escalations > 0 && isPaid;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 40);

/**
 * Idempotency key of an order's nth session. It depends only on order and cart, so a restored database gets the same
 * session again.
 */
export const createKey = (reference: string, sessionNo: number): string => digest(`create ${reference} ${sessionNo}`);

/** `escalations`: a session that a person continued needs a new key, because stores repeat their response to a key. */
export const completeKey = (reference: string, sessionNo: number, escalations: number): string =>
  digest(`complete ${reference} ${sessionNo} ${escalations}`);

/**
 * What session keys are derived from. With partial purchases each cart has its own keys, because stores refuse a key
 * with another cart.
 */
export const keyReferenceOf = (
  { reference, isBestEffort = false }: { reference: string; isBestEffort?: boolean },
  wanted: readonly WantedLine[],
): string => (isBestEffort ? `${reference} ${JSON.stringify(wanted)}` : reference);

export const updateKey = (checkoutId: string, body: unknown): string =>
  digest(`update ${checkoutId} ${JSON.stringify(body)}`);

export const cancelKey = (checkoutId: string): string => digest(`cancel ${checkoutId}`);
