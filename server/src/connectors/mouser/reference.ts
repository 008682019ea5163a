const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Our reference as a purchase order number, which has 20 characters: the first 100 bits of the order's id, in base32. */
export function orderNumberOf(reference: string): string {
  const bits = BigInt(`0x${reference.replaceAll('-', '').slice(0, 25)}`);
  return Array.from({ length: 20 }, (_, index) => alphabet[Number((bits >> BigInt(95 - 5 * index)) & 31n)]).join('');
}
