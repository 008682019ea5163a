import { describe, expect, it } from 'vitest';
import { findConflict, matchesName, type Retailer, retailerById } from './model.ts';

const retailer = (id: string, displayName: string, domains = [`${id}.com`]): Retailer => ({
  id,
  displayName,
  baseUrl: domains[0]!,
  domains,
  countries: ['US', 'DE'],
  freeShipping: true,
  freeShippingThreshold: null,
  productAddress: null,
});

describe('finding retailers by name', () => {
  const pokemon = retailer('pokemoncenter', 'Pokémon Center');
  const flowers = retailer('1800flowers', '1-800-Flowers');

  it.each(['pokemon', 'POKÉMON', 'mon cen', 'moncenter', 'pokémon', 'poke\u0301mon', ''])('matches %j', (name) => {
    expect(matchesName(pokemon, name)).toBe(true);
  });

  it.each([
    ['800-fl', flowers, true],
    ['1800', flowers, true],
    ['pokemon  center', pokemon, false],
    ['walmart', pokemon, false],
  ])('%j', (name, of, expected) => {
    expect(matchesName(of, name)).toBe(expected);
  });

  it('looks one up by its identifier only', () => {
    expect(retailerById([pokemon, flowers], '1800flowers')).toBe(flowers);
    expect(retailerById([pokemon, flowers], '1800flowers.com')).toBeNull();
  });
});

describe('conflicts of the catalog', () => {
  it('finds none among distinct brands', () => {
    expect(findConflict([retailer('a', 'A'), retailer('b', 'B')])).toBeNull();
  });

  it.each([
    [[retailer('a', 'A'), retailer('a', 'A again', ['other.com'])], '"a" is listed twice'],
    [[retailer('a', 'A', ['x.com', 'y.com']), retailer('b', 'B', ['b.com', 'y.com'])], '"a" and "b" both claim'],
    [[{ ...retailer('a', 'A'), baseUrl: 'z.com' }], 'do not include its base_url'],
  ])('finds %#', (retailers, words) => {
    expect(findConflict(retailers)).toContain(words);
  });
});
