import { expect, it } from 'vitest';
import { configuredBrands } from '../../test/stand-ins/simulator/bench.ts';
import { type Brand, productIdIn, productUrlOf } from './brands.ts';

const brands = configuredBrands();
const brand = (name: string): Brand => {
  const found = brands.find(({ id }) => id === name);
  if (!found) throw new Error(name);
  return found;
};

it.each(brands.map((each) => [each.id, each] as const))('an ID of %s becomes a product URL and back', (_id, each) => {
  const example = each.productAddress?.example ?? '';
  const url = productUrlOf(each, example) ?? '';
  expect(new URL(url).protocol).toBe('https:');
  expect(productIdIn(each, new URL(url))).toBe(example);
  expect(productUrlOf(each, example.toLowerCase())).toBe(url);
});

it.each([
  ['amazon', 'https://www.amazon.com/Some-Lamp/dp/b08n5wrwnw/ref=sr_1_1?th=1', 'B08N5WRWNW'],
  ['amazon', 'https://www.amazon.de/gp/product/B08N5WRWNW', 'B08N5WRWNW'],
  ['amazon', 'https://www.amazon.com/gp/cart', null],
  ['walmart', 'https://www.walmart.com/ip/Paper-Towels/986325010', '986325010'],
  ['macys', 'https://www.macys.com/shop/product/a-shirt?CategoryID=5&ID=12345678', '12345678'],
  ['bestbuy', 'https://www.bestbuy.com/site/a-tv/6443316.p?skuId=6443316', '6443316'],
  ['ikea', 'https://www.ikea.com/de/de/p/billy-regal-s20275814/', '20275814'],
])('finds the ID of %s in %s', (name, url, id) => {
  expect(productIdIn(brand(name), new URL(url))).toBe(id);
});

it.each([
  '',
  '../cart',
  'B08N5WRWNW/../../cart',
  'B08N5WRWNW?x',
  'B08N5WRWN',
  '$&',
  'https://evil.example/dp/B08N5WRWNW',
])('makes no URL of %j', (id) => expect(productUrlOf(brand('amazon'), id)).toBeNull());

it('knows no IDs of a brand without a pattern', () => {
  const unknown = { ...brand('amazon'), productAddress: null };
  expect(productUrlOf(unknown, 'B08N5WRWNW')).toBeNull();
  expect(productIdIn(unknown, new URL('https://www.amazon.com/dp/B08N5WRWNW'))).toBeNull();
});
