import { expect, it } from 'vitest';
import { pickTestVariant } from './pick-test-variant.ts';

const variant = (size: string, available: boolean) => ({
  variant_specifics: [{ dimension: 'Size', value: size }],
  available,
  price: 100,
});

it('tries one that can be had, and nothing where there is nothing to choose', () => {
  expect(pickTestVariant({ variants: [variant('S', false), variant('M', true)] })).toEqual([
    { label: 'Size', value: 'M' },
  ]);
  expect(pickTestVariant({ variants: [variant('S', false), variant('M', false)] })).toEqual([
    { label: 'Size', value: 'S' },
  ]);
  expect(pickTestVariant({ variants: [variant('S', true)] })).toEqual([]);
  expect(pickTestVariant({ variants: 'none' })).toEqual([]);
  expect(pickTestVariant({})).toEqual([]);
});
