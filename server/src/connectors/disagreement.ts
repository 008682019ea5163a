import type { Checkout, PurchaseRequest } from './contract.ts';

/** A total that can be compared and booked: whole cents, none below zero. */
const isAmount = (cents: number): boolean => Number.isSafeInteger(cents) && cents >= 0;

const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/**
 * What a cart holds that was not ordered, in words; null when it is what was asked for. A store may spell an address in
 * its own way, so only what a parcel is sorted by is compared.
 */
export function disagreement(checkout: Checkout, request: PurchaseRequest): string | null {
  if (!isAmount(checkout.price.total)) return 'the store named no total';
  const wanted = new Map(request.lines.map((line) => [line.lineId, line.quantity]));
  const isEveryLine = checkout.lines.length === wanted.size && checkout.lines.every(({ lineId }) => wanted.has(lineId));
  if (!isEveryLine || new Set(checkout.lines.map(({ lineId }) => lineId)).size !== wanted.size) return 'other products';
  const isOther = checkout.lines.some(
    ({ lineId, quantity }) => quantity !== undefined && quantity !== wanted.get(lineId),
  );
  if (isOther) return 'another number of them';
  const { shipTo } = checkout;
  if (!shipTo) return null;
  const { country, postalCode } = request.shippingAddress;
  const isThere = shipTo.country === country && plain(shipTo.postalCode).startsWith(plain(postalCode).slice(0, 5));
  return isThere ? null : 'another address';
}
