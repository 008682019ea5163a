/** Numbers that look random and are the same in every run (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** How many arrivals one interval sees that has `mean` on average. */
export function poisson(random: () => number, mean: number): number {
  // Above a few dozen the bell curve is as good, and does not take a draw for each arrival.
  if (mean > 50) {
    const bell = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * bell));
  }
  const floor = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > floor; product *= random()) count += 1;
  return count;
}

/** Shares of a whole where the second has half of the first, the third a third, as customers and stores are found to be. */
export function zipfShares(count: number): Float64Array {
  const shares = Float64Array.from({ length: count }, (_, index) => 1 / (index + 1));
  const sum = shares.reduce((one, other) => one + other, 0);
  return shares.map((share) => share / sum);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
