/** Always accepted, however slow the responses: some routes wait for a store. */
const alwaysAcceptedMax = 32;
const windowMs = 1000;

export interface Pace {
  /** Reports how many requests are in flight. */
  notice(underWay: number): void;
  /** Reports one response. */
  end(): void;
  /** How many may be in flight. */
  max(): number;
}

/**
 * Limits requests so the last one is answered in about half a second: half of what was answered in the last second,
 * once the process has been busy that long. A slow machine keeps the same response time as a fast one.
 */
export function createPace(most: number, now: () => number = () => performance.now()): Pace {
  const endedAt: number[] = [];
  let busySince: number | null = null;
  return {
    notice(underWay) {
      if (underWay < alwaysAcceptedMax) busySince = null;
      else busySince ??= now();
    },
    end() {
      if (busySince === null) endedAt.length = 0;
      endedAt.push(now());
    },
    max() {
      if (most === Number.POSITIVE_INFINITY || busySince === null || now() - busySince < windowMs) return most;
      const before = now() - windowMs;
      const first = endedAt.findIndex((at) => at > before);
      endedAt.splice(0, first === -1 ? endedAt.length : first);
      return Math.min(most, Math.max(alwaysAcceptedMax, Math.ceil(endedAt.length / 2)));
    },
  };
}
