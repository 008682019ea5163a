import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { liveStore } from '../../../test/harness/stores/request.ts';
import { isAmong } from './gate.ts';
import { linkOf } from './hand-over.ts';
import { problemsOf } from './load-recipe.ts';
import { addressOf, locateProduct } from './product-address.ts';
import { moneyIn } from './reading.ts';
import type { Recipe } from './recipe.ts';
import { fillIn, patternOf } from './words.ts';

const file = new URL('../../../test/harness/pages-shop/recipe.json', import.meta.url);
const whole = (): Recipe => JSON.parse(readFileSync(file, 'utf8')) as Recipe;

it('takes a whole recipe, and says where a wrong one is wrong', () => {
  expect(problemsOf(whole())).toEqual([]);
  const misspelt = { ...whole(), add: [{ opne: '/' }] };
  expect(problemsOf(misspelt)[0]).toContain('/add/0: a step needs one of open, fill');
  const surplus = { ...whole(), add: [{ open: '/', sleep: 5 }] };
  expect(problemsOf(surplus)[0]).toContain('/add/0');
  expect(problemsOf({ ...whole(), version: 2 })[0]).toContain('/version');
  const { totals: _totals, ...without } = whole();
  expect(problemsOf(without)).not.toEqual([]);
});

it('reads prices in the notations of pages', () => {
  const auto = {};
  const texts = [
    '$1,299.00',
    '1.299,00 €',
    "1'299.00 CHF",
    'EUR 12',
    '12,5',
    'Free',
    'gratis',
    '–',
    'from 1 to 2',
    'soon',
  ];
  expect(texts.map((text) => moneyIn(text, auto))).toEqual([
    129_900,
    129_900,
    129_900,
    1_200,
    1_250,
    0,
    0,
    0,
    null,
    null,
  ]);
  expect(moneyIn('1.299 €', { decimal: ',' })).toBe(129_900);
  expect(moneyIn('1.299,50 €', { decimal: ',' })).toBe(129_950);
});

it('knows products by path and by parameter, on its own hosts alone', () => {
  const store = { name: 'shop', url: 'https://shop.example', also: [] };
  const at = (path: string, address: string) => locateProduct(store, { product_path: path }, new URL(address));
  expect(at('/item/{slug}', 'https://shop.example/item/red%20mug/?a=1')).toEqual({
    retailer: 'shop',
    productId: 'red mug',
  });
  expect(at('/{any}/{slug}.html', 'https://shop.example/mugs/red.html')).toEqual({
    retailer: 'shop',
    productId: 'red',
  });
  expect(at('/i.php?id={slug}', 'https://shop.example/i.php?x=1&id=7')).toEqual({ retailer: 'shop', productId: '7' });
  expect(at('/item/{slug}', 'https://shop.example/cart')).toBeNull();
  expect(at('/item/{slug}', 'https://other.example/item/mug')).toBeNull();
  expect(addressOf(store, { product_path: '/i.php?id={slug}' }, 'a&b')).toBe('https://shop.example/i.php?id=a%26b');
});

it('puts values in, and what is put into a pattern stands for itself', () => {
  expect(fillIn('{{a.b}}-{{c}}', { a: { b: 1 }, c: null })).toBe('1-');
  expect(() => fillIn('{{a.nothing}}', { a: {} })).toThrow('{{a.nothing}} is the name of nothing here.');
  expect(() => fillIn('{{a.constructor}}', { a: {} })).toThrow('is the name of nothing');
  expect(patternOf('^{{a}}$', { a: 'x.y' }).test('xzy')).toBe(false);
});

it('hands over everything that was ordered, or nothing', () => {
  const store = { ...liveStore('browser', 'https://shop.example', { mode: 'link' }) };
  const lines = [
    { slug: 'a b', quantity: 2 },
    { slug: 'c', quantity: 1 },
  ];
  const over = (link: Recipe['link'], bought = lines) => {
    const needs = { recipe: { ...whole(), ...(link === undefined ? {} : { link }) }, store };
    return linkOf(needs, { lines: bought, line: bought.at(-1) });
  };
  expect(over({ address: '/cart/{{list}}?go=1', line: '{{line.slug}}:{{line.quantity}}', between: ',' })).toBe(
    'https://shop.example/cart/a%20b:2,c:1?go=1',
  );
  expect(over('/add?id={{line.slug}}', lines.slice(0, 1))).toBe('https://shop.example/add?id=a%20b');
  expect(over('/cart')).toBe('https://shop.example/cart');
  expect(() => over('/add?id={{line.slug}}')).toThrow('one product at a time');
});

it('cuts off hosts that are not named', () => {
  expect(isAmong(['shop.example', '*.cdn.example'], 'shop.example')).toBe(true);
  expect(isAmong(['shop.example', '*.cdn.example'], 'a.cdn.example')).toBe(true);
  expect(isAmong(['shop.example', '*.cdn.example'], 'cdn.example.evil')).toBe(false);
  expect(isAmong(['shop.example'], 'shop.example:8443')).toBe(false);
});
