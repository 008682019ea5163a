import { assertDefined } from '../../server/src/kit/assert-defined.ts';

/** Seeded random numbers, so a run can be repeated. */
export function drawFrom(seed: number) {
  let state = seed >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    chance: (share: number): boolean => next() < share,
    one: <T>(all: readonly T[]): T => assertDefined(all[below(all.length)]),
  };
}

export type Draw = ReturnType<typeof drawFrom>;
