import type { Connector } from '../../../connectors/contract.ts';

const entriesMax = 20;

interface Times {
  tookMs: number[];
  /** Didn't answer last time. */
  isSilent: boolean;
}

/** Search times by connector in this process. */
const timesByConnector = new WeakMap<Connector, Map<string, Times>>();

export function recordTime(connector: Connector, retailer: string, tookMs: number | null): void {
  const byRetailer = timesByConnector.get(connector) ?? new Map<string, Times>();
  timesByConnector.set(connector, byRetailer);
  const before = byRetailer.get(retailer)?.tookMs ?? [];
  const times = {
    tookMs: tookMs === null ? before : [...before, tookMs].slice(-entriesMax),
    isSilent: tookMs === null,
  };
  byRetailer.set(retailer, times);
  connector.recordSearchMs?.(quantileOf(times) ?? 0);
}

/** The 90th percentile. 0: not responding, null: unknown. */
export function usualTimeOf(connector: Connector, retailer: string): number | null {
  const times = timesByConnector.get(connector)?.get(retailer);
  return times ? quantileOf(times) : (connector.usualSearchMs?.() ?? null);
}

function quantileOf({ tookMs, isSilent }: Times): number | null {
  if (isSilent) return 0;
  const sorted = tookMs.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.9) - 1] ?? null;
}
