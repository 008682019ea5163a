import { createHash } from 'node:crypto';
import { idFrom } from '../../../kit/ids.ts';
import { addCents, type Cents, toCents } from '../../../kit/money.ts';
import type { Moves } from '../../../kit/moves.ts';

/** Price of a search, a product or its offers. */
export const callPrice: Cents = toCents(1);

/** Errand's fee for an order. */
export const orderFee: Cents = toCents(100);

/** Charged up front; the unused rest is refunded. */
export const orderPrice = (maxPrice: Cents): Cents => addCents(maxPrice, orderFee);

/** Retailers whose products agents can read. */
export const agentRetailers = ['amazon', 'walmart'] as const;

/** Derived, so that a restored database requests the same refund only once. */
export const refundIdOf = (paymentId: string, refundedCents: number): string =>
  idFrom(createHash('sha256').update(`agent-refund ${paymentId} ${refundedCents}`).digest());

export type PaymentStatus = 'claimed' | 'settled' | 'abandoned' | 'declined';

/** Only a claimed payment can settle. An abandoned one stays abandoned while its charge is read and refunded. */
export const paymentMoves: Moves<PaymentStatus> = {
  claimed: ['settled', 'abandoned', 'declined'],
  settled: [],
  abandoned: ['abandoned', 'declined'],
  declined: [],
};

interface Preference {
  method: string;
  intent: string;
  q: number;
}

const range = /^([a-z]+|\*)\/([A-Za-z0-9-]+|\*)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/** Parses `Accept-Payment`; null if it is missing or malformed. */
export function readPreferences(header: string | undefined): Preference[] | null {
  if (header === undefined) return null;
  const preferences: Preference[] = [];
  for (const part of header.split(',')) {
    const [, method, intent, q] = range.exec(part.trim()) ?? [];
    if (method === undefined || intent === undefined) return null;
    preferences.push({ method, intent, q: q === undefined ? 1 : Number(q) });
  }
  return preferences;
}

/**
 * Sorts by the client's preference and removes what it refuses. If nothing is left, the preference is ignored, as the
 * draft allows.
 */
export function sortByPreference<Named extends { name: string }>(
  methods: readonly Named[],
  preferences: Preference[] | null,
): readonly Named[] {
  if (preferences === null) return methods;
  const preferenceOf = ({ name }: Named): number => {
    const matching = preferences.filter(
      ({ method, intent }) => (method === '*' || method === name) && (intent === '*' || intent === 'charge'),
    );
    const exactness = ({ method, intent }: Preference) => Number(method !== '*') + Number(intent !== '*');
    matching.sort((a, b) => exactness(b) - exactness(a) || b.q - a.q);
    return matching[0]?.q ?? 0;
  };
  const wanted = methods.filter((method) => preferenceOf(method) > 0).sort((a, b) => preferenceOf(b) - preferenceOf(a));
  return wanted.length > 0 ? wanted : methods;
}
