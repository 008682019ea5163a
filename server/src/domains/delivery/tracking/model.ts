import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Moves } from '../../../kit/moves.ts';

export type TrackingStatus = 'pending' | 'in_transit' | 'delivered' | 'undeliverable';

export const trackingMoves: Moves<TrackingStatus> = {
  pending: ['in_transit', 'delivered', 'undeliverable'],
  in_transit: ['delivered', 'undeliverable'],
  delivered: [],
  // A carrier may find a parcel again.
  undeliverable: ['in_transit', 'delivered'],
};

/** The carrier's status if the moves allow it, otherwise the known one. */
export function nextTrackingStatus(known: TrackingStatus | null, reported: TrackingStatus): TrackingStatus {
  if (known === null) return reported;
  return trackingMoves[known].includes(reported) ? reported : known;
}

export type ItemProgress = 'shipped' | 'delivered';

/** Delivered if all parcels of the item are, shipped if any has left. */
export function itemProgress(statuses: TrackingStatus[]): ItemProgress | null {
  if (statuses.length > 0 && statuses.every((status) => status === 'delivered')) return 'delivered';
  return statuses.some((status) => status !== 'pending') ? 'shipped' : null;
}

/** Where an order's parcels are, as the trigger set_order_delivery writes it; null: nothing has shipped. */
export function deliveryOf(statuses: TrackingStatus[]): 'on_the_way' | 'delivered' | 'undeliverable' | null {
  if (statuses.includes('undeliverable')) return 'undeliverable';
  const progress = itemProgress(statuses);
  return progress === 'shipped' ? 'on_the_way' : progress;
}

/** Stages that the recipient gets an email about. */
export type Stage = 'placed' | 'shipped' | 'delivered' | 'cancelled';

export function stageOf(order: { status: string; shipments: readonly { status: TrackingStatus }[] }): Stage | null {
  if (order.status === 'cancelled_by_retailer') return 'cancelled';
  if (order.status !== 'order_placed') return null;
  return itemProgress(order.shipments.map(({ status }) => status)) ?? 'placed';
}

/** The best estimate for the order: that of its last parcel. */
export function latestDate(dates: (string | null)[]): string | null {
  const known = dates.filter((date) => date !== null).sort();
  return known.at(-1) ?? null;
}

/** Replaces the recipient's name in a sentence. */
const recipientText = 'the recipient';
const phoneText = 'a phone number';
const wordPattern = /[\p{L}\p{M}\p{N}’']+/gu;
const phonePattern = /\+?\d[\d\s()./-]{5,}\d/g;

const possessive = /['’]s?$/;

/** As carriers write it: no accents, any case, and ß as ss. */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase();
const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };
/** The other German spelling: MUELLER for Müller. */
const spellOut = (text: string): string =>
  fold(text.toLowerCase().replaceAll(/[äöü]/g, (letter) => assertDefined(umlauts[letter])));
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

const recipientTextFor = (word: string): string => (/['’]s$/i.test(word) ? `${recipientText}’s` : recipientText);

/** Removes the recipient's name and phone number from a carrier's text: the link shows only the parcel. */
export function removeRecipient(text: string, recipient: { names: string[]; phone: string | null }): string {
  const spellings = recipient.names.flatMap((name) => [fold(name), spellOut(name.normalize('NFC'))]);
  const names = new Set(spellings.flatMap((name) => name.match(wordPattern) ?? []).filter((name) => name.length > 1));
  const isName = (word: string): boolean => names.has(word) || names.has(word.replace(possessive, ''));
  const phone = digitsOf(recipient.phone ?? '').slice(-7);
  return text
    .replaceAll(phonePattern, (found) => (phone.length === 7 && digitsOf(found).includes(phone) ? phoneText : found))
    .replaceAll(wordPattern, (word) => (isName(fold(word)) ? recipientTextFor(word) : word))
    .replaceAll(/the recipient(?:[\s,.-]+the recipient)+/g, recipientText);
}
