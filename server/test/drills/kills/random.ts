import { assertDefined } from '../../../src/kit/assert-defined.ts';
/** Numbers from 0 to 1 that are the same for the same seed (mulberry32), so that a bad run can be run again. */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const between = (random: Random, from: number, to: number): number => from + random() * (to - from);

export function oneOf<T>(random: Random, list: readonly T[]): T {
  return assertDefined(list[Math.floor(random() * list.length)]);
}
