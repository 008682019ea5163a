/** So few are taken however slow the answers are: some routes wait for a store. */
const alwaysAcceptedMax = 32;
const windowMs = 1000;

export interface Pace {
  /** So many are under way now. */
  notice(underWay: number): void;
  /** One was answered. */
  end(): void;
  /** So many may be under way. */
  max(): number;
}

/**
 * How many requests a process can take so that the last of them is answered in about half a second: half of those that it answered in
 * the last second, once it has been busy for as long. A slow machine has the same promise to keep as a quick one.
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
