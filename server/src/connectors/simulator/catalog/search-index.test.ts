import { describe, expect, it } from 'vitest';
import { configuredBrands, publicUrl } from '../../../../test/stand-ins/simulator/bench.ts';
import { createTestShop } from '../scenarios.ts';
import { createSimulatorCatalog } from './index.ts';

const catalogue = createSimulatorCatalog(configuredBrands(), createTestShop(publicUrl), publicUrl);
const titles = (retailer: string, query: string): string[] =>
  catalogue.search(retailer, query).map((product) => product.title);

describe('searching a store', () => {
  it.each([
    ['amazon', 'wireless headphones', /Wireless Headphones/],
    ['walmart', 'coffee maker', /Coffee Maker/],
    ['chewy', 'dog bed', /Dog Bed/],
    ['homedepot', 'cordless drill', /Cordless Drill/],
    ['1800flowers', 'roses', /Rose/],
    ['pokemoncenter', 'pikachu plush', /Pikachu Plush/],
    ['ikea', 'bookcase', /Bookcase/],
    ['rei', 'tent', /Tent/],
    ['apple', 'macbook', /MacBook/],
    ['staples', 'copy paper', /Copy Paper/],
    ['nordstrom', 'cashmere sweater', /Cashmere.*Sweater/],
  ])('at %s, "%s" leads to what it says', (retailer, query, expected) => {
    expect(titles(retailer, query)[0]).toMatch(expected);
  });

  it('tolerates plurals, prefixes, accents and one typo', () => {
    const plain = titles('chewy', 'dog leash');
    expect(titles('chewy', 'dogs leashes')).toEqual(plain);
    expect(titles('chewy', 'dog leas')).toEqual(plain);
    expect(titles('chewy', 'dog laesh')).toEqual(plain);
    expect(titles('pokemoncenter', 'Pokémon mug').length).toBeGreaterThan(0);
    expect(titles('pokemoncenter', 'pokemon mug')).toEqual(titles('pokemoncenter', 'Pokémon mug'));
  });

  it('puts titles before brands and categories', () => {
    const found = catalogue.search('chewy', 'dog');
    const inTitle = found.map((product) => /dog/i.test(product.title));
    expect(inTitle.indexOf(false)).toBeGreaterThan(inTitle.filter(Boolean).length - 1);
  });

  it.each(['amazon', 'walmart', 'target', 'bestbuy', 'staples', 'ebay', 'aliexpress'])(
    'at %s, "USB cable" leads to cables, and some cost less than ten dollars',
    (retailer) => {
      const found = catalogue.search(retailer, 'USB cable');
      for (const product of found.slice(0, 4)) expect(product.title).toMatch(/USB.* Cable/);
      expect(found.some(({ title, price }) => /USB.* Cable/.test(title) && price < 1000)).toBe(true);
    },
  );

  it('finds a product by its number', () => {
    const product = catalogue.store('walmart')!.products[17]!;
    expect(catalogue.search('walmart', product.productId)).toEqual([product]);
  });

  it('finds nothing for nonsense, for an empty query, and without any stores', () => {
    expect(titles('walmart', 'xqzvw plorf')).toEqual([]);
    expect(titles('walmart', '   !!! ')).toEqual([]);
    expect(titles('nobody', 'coffee')).toEqual([]);
  });
});
