import type { Moves } from '../../kit/moves.ts';

export type TrackingStatus = 'pending' | 'in_transit' | 'delivered' | 'undeliverable';

export const trackingMoves: Moves<TrackingStatus> = {
  pending: ['in_transit', 'delivered', 'undeliverable'],
  in_transit: ['delivered', 'undeliverable'],
  delivered: [],
  // A carrier may find a parcel again.
  undeliverable: ['in_transit', 'delivered'],
};

/** The carrier is believed where the moves allow it; otherwise what we knew stands. */
export function nextTrackingStatus(known: TrackingStatus | null, reported: TrackingStatus): TrackingStatus {
  if (known === null) return reported;
  return trackingMoves[known].includes(reported) ? reported : known;
}

export type ItemProgress = 'shipped' | 'delivered';

/** How far an item is: delivered when all its parcels are, shipped when any of them has left. */
export function itemProgress(statuses: TrackingStatus[]): ItemProgress | null {
  if (statuses.length > 0 && statuses.every((status) => status === 'delivered')) return 'delivered';
  return statuses.some((status) => status !== 'pending') ? 'shipped' : null;
}

/** The best estimate for the whole order: the last of its parcels. */
export function latestDate(dates: (string | null)[]): string | null {
  const known = dates.filter((date) => date !== null).sort();
  return known.at(-1) ?? null;
}

const redacted = '[redacted]';
const wordPattern = /[\p{L}\p{M}\p{N}’']+/gu;
const phonePattern = /\+?\d[\d\s()./-]{5,}\d/g;

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Takes the recipient's name and phone out of a carrier's free text: possession of a link grants no more than the parcel. */
export function scrub(text: string, recipient: { names: string[]; phone: string | null }): string {
  const names = new Set(
    recipient.names.flatMap((name) => fold(name).match(wordPattern) ?? []).filter((n) => n.length > 1),
  );
  const phone = digitsOf(recipient.phone ?? '').slice(-7);
  return text
    .replaceAll(phonePattern, (found) => (phone.length === 7 && digitsOf(found).endsWith(phone) ? redacted : found))
    .replaceAll(wordPattern, (word) => (names.has(fold(word)) ? redacted : word))
    .replaceAll(/\[redacted\](?:[\s,.-]+\[redacted\])+/g, redacted);
}
