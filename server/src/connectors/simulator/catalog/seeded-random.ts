import { assertDefined } from '../../../kit/assert-defined.ts';
/** Deterministic random choices by seed. */
export interface SeededRandom {
  below(limit: number): number;
  between(least: number, most: number): number;
  chance(percent: number): boolean;
  pick<T>(list: readonly T[]): T;
  digits(length: number): string;
  letters(length: number, alphabet: string): string;
}

/** FNV-1a hash. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

export function createSeededRandom(seed: string): SeededRandom {
  let state = hash32(seed);
  // Mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  const letters = (length: number, alphabet: string): string => {
    let text = '';
    while (text.length < length) text += alphabet[below(alphabet.length)];
    return text;
  };
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (percent) => below(100) < percent,
    pick: (list) => assertDefined(list[below(list.length)]),
    digits: (length) => letters(length, '0123456789'),
    letters,
  };
}
