import type { Connector } from '../../connectors/contract.ts';

const keptMost = 20;

interface Times {
  tookMs: number[];
  /** It did not answer the last time. */
  isSilent: boolean;
}

/** What this process has seen of each store's searches; forgotten with the connector. */
const known = new WeakMap<Connector, Map<string, Times>>();

export function noteTime(connector: Connector, retailer: string, tookMs: number | null): void {
  const byRetailer = known.get(connector) ?? new Map<string, Times>();
  known.set(connector, byRetailer);
  const before = byRetailer.get(retailer)?.tookMs ?? [];
  const tookMsList = tookMs === null ? before : [...before, tookMs].slice(-keptMost);
  byRetailer.set(retailer, { tookMs: tookMsList, isSilent: tookMs === null });
}

/** Nine of ten answers of a store came within this; 0 while it is silent, null as long as nothing is known. */
export function usualTimeOf(connector: Connector, retailer: string): number | null {
  const times = known.get(connector)?.get(retailer);
  if (!times) return null;
  if (times.isSilent) return 0;
  const sorted = times.tookMs.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.9) - 1] ?? null;
}
