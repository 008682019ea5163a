/** Lets so many in at once; the others wait in the order in which they came. */
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
        // The next in the queue takes the place over, so that no later caller slips in between.
        if (next) next();
        else inside -= 1;
      }
    },
  };
}
