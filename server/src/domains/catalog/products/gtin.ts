import type { SearchHit } from '../../../connectors/contract.ts';

/** A GTIN in its longest form (14 digits), so that an EAN and a UPC of one thing are the same; null when it is none. */
export function gtinOf(text: string | null | undefined): string | null {
  const digits = (text ?? '').replace(/[\s-]/g, '');
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return null;
  const full = digits.padStart(14, '0');
  const sum = [...full].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0 && /[1-9]/.test(full) ? full : null;
}

export interface GroupedHit extends SearchHit {
  /** The same article at other stores, in the order of the list. */
  alsoAt: SearchHit[];
}

/** One entry for each article that several stores sell: the first stands for the others. */
export function groupByGtin(hits: readonly SearchHit[]): GroupedHit[] {
  const grouped: GroupedHit[] = [];
  const firstByGtin = new Map<string, GroupedHit>();
  for (const hit of hits) {
    const gtin = gtinOf(hit.gtin);
    const first = gtin === null ? undefined : firstByGtin.get(gtin);
    // A store that lists an article twice means two things by it.
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
