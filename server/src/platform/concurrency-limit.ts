/** Limits how many run at once; the rest wait in order. */
export interface ConcurrencyLimit {
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createConcurrencyLimit(atOnce: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return {
    async run(work) {
      if (inside >= atOnce) await new Promise<void>((enter) => waiting.push(enter));
      else inside += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        // Hand the slot to the next waiter, so a later caller cannot take it first.
        if (next) next();
        else inside -= 1;
      }
    },
  };
}
