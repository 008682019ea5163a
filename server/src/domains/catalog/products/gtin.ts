import type { SearchHit } from '../../../connectors/contract.ts';

/** A GTIN with 14 digits, so that EAN and UPC are comparable. Null if invalid. */
export function gtinOf(text: string | null | undefined): string | null {
  const digits = (text ?? '').replace(/[\s-]/g, '');
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return null;
  const full = digits.padStart(14, '0');
  const sum = [...full].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0 && /[1-9]/.test(full) ? full : null;
}

export interface GroupedHit extends SearchHit {
  /** The same product at other stores, in list order. */
  alsoAt: SearchHit[];
}

/** Groups the same product of several stores under the first one. */
export function groupByGtin(hits: readonly SearchHit[]): GroupedHit[] {
  const grouped: GroupedHit[] = [];
  const firstByGtin = new Map<string, GroupedHit>();
  for (const hit of hits) {
    const gtin = gtinOf(hit.gtin);
    const first = gtin === null ? undefined : firstByGtin.get(gtin);
    // Two entries of one store are different products.
    if (first && first.retailer !== hit.retailer) {
      first.alsoAt.push(hit);
      continue;
    }
    const entry = { ...hit, alsoAt: [] };
    grouped.push(entry);
    if (gtin !== null && !first) firstByGtin.set(gtin, entry);
  }
  return grouped;
}
