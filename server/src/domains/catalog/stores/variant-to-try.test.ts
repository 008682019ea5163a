import { expect, it } from 'vitest';
import { variantToTry } from './variant-to-try.ts';

const variant = (size: string, available: boolean) => ({
  variant_specifics: [{ dimension: 'Size', value: size }],
  available,
  price: 100,
});

it('tries one that can be had, and nothing where there is nothing to choose', () => {
  expect(variantToTry({ variants: [variant('S', false), variant('M', true)] })).toEqual([
    { label: 'Size', value: 'M' },
  ]);
  expect(variantToTry({ variants: [variant('S', false), variant('M', false)] })).toEqual([
    { label: 'Size', value: 'S' },
  ]);
  expect(variantToTry({ variants: [variant('S', true)] })).toEqual([]);
  expect(variantToTry({ variants: 'none' })).toEqual([]);
  expect(variantToTry({})).toEqual([]);
});
