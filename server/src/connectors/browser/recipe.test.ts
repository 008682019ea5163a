import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { liveStore } from '../../../test/harness/stores/request.ts';
import { isAllowedHost } from './egress-proxy.ts';
import { handOverLinkOf } from './hand-over.ts';
import { dateIn } from './past-orders.ts';
import { addressOf, locateProduct } from './product-address.ts';
import { moneyIn } from './reading.ts';
import type { Recipe } from './recipe.ts';
import { recipeProblems as problemsOf } from './recipe-problems.ts';
import { recipeSchema } from './recipe-schema.ts';
import { addressScope } from './scope.ts';
import { fillTemplate, patternOf } from './templates.ts';

const file = new URL('../../../test/harness/pages-shop/recipe.json', import.meta.url);
const whole = (): Recipe => JSON.parse(readFileSync(file, 'utf8')) as Recipe;

it('accepts a complete recipe, and names the location of every problem', () => {
  expect(problemsOf(whole())).toEqual([]);
  expect(problemsOf({ ...whole(), banners: [{ frame: '#a', text: 'Yes' }, '#b'] })).toEqual([]);
  const { totals: _totals, ...without } = whole();
  const adding = (step: unknown) => ({ ...whole(), add: [step] });
  const wrong: [unknown, string][] = [
    [adding({ opne: '/' }), '/add/0: a step needs one of open, fill'],
    [adding({ open: '/', sleep: 5 }), '/add/0: "sleep" is not allowed. Allowed: open, until, note'],
    [adding({ click: 'a', until: { ther: 'x' } }), '/add/0/until: a condition needs one of there, gone'],
    [adding({ click: { csss: 'a' } }), '/add/0/click: "csss" is not allowed. Allowed: css, role'],
    [adding({ if: { there: 'a' }, do: [{ fill: 'b' }] }), '/add/0/do/0: "with" is missing.'],
    [adding({ wait: { equal: ['a'] } }), '/add/0/wait/equal: ["a"] is not a list of 2 strings.'],
    [adding({ wait: { url: '(' } }), '/add/0/wait/url: "(" is not a regular expression'],
    [
      { ...whole(), signs: [{ when: { there: 'a' }, reason: 'no' }] },
      '/signs/0/reason: "no" is not one of product_not_found',
    ],
    [{ ...whole(), banners: [{ when: { there: 'a' } }] }, '/banners/0: "do" is missing.'],
    [{ ...whole(), patience_seconds: 'long' }, '/patience_seconds: "long" is not a number from 0.1 to 600.'],
    [{ ...whole(), version: 2 }, '/version: 2 is not 1.'],
    [without, '/: "totals" is missing.'],
    ['recipe', '/: "recipe" is not an object with $schema, version'],
  ];
  // What is said is true: the schema that editors use agrees.
  const isRecipe = new Ajv({ strict: false }).compile(recipeSchema);
  expect(isRecipe(whole())).toBe(true);
  for (const [recipe, problem] of wrong) {
    expect(problemsOf(recipe)[0]).toContain(problem);
    expect(isRecipe(recipe), problem).toBe(problem.includes('regular expression'));
  }
});

it('includes a valid recipe in its docs', () => {
  const page = readFileSync(new URL('../../../../docs/recipes.md', import.meta.url), 'utf8');
  const taught = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text) as unknown);
  expect(taught.map(problemsOf)).toEqual([[]]);
  // The steps of the table, each with its verb.
  const inTable = [
    ...page.matchAll(/`(\{"(?:choose|while|fill|read|refuse_if|wait|if|press|scroll)": .*?\})`(?=[,;. |])/g),
  ];
  const steps = inTable.flatMap(([, text = '']) => {
    const plain = text.replaceAll('\\\\', '\\').replaceAll('\\', '\\\\').replace(', …}', '}');
    return text.includes('target') || text.includes(': condition') || text.includes('"…"')
      ? []
      : [JSON.parse(plain) as unknown];
  });
  expect(steps.length).toBeGreaterThan(12);
  // Readings of the parts are named by their place, and some fields are left to the reader.
  const given = steps.map((step) => {
    const verb = step as object;
    if ('fill' in verb) return { with: '', ...verb };
    return 'read' in verb ? { as: 'it', ...verb } : verb;
  });
  expect(problemsOf({ ...whole(), add: given })).toEqual([]);
});

it('splits an address for forms with separate fields', () => {
  const at = (addressLine1: string, phoneNumber = '+4930123456', country = 'DE') =>
    addressScope(
      {
        firstName: 'Jana',
        lastName: 'Klein',
        addressLine1,
        addressLine2: null,
        city: 'Berlin',
        state: null,
        postalCode: '10115',
        country,
        phoneNumber,
      },
      'de-DE',
    );
  const parts = (line: string) => [at(line).street, at(line).house_number];
  expect(parts('Lange Straße 12 a')).toEqual(['Lange Straße', '12 a']);
  expect(parts('100 Congress Avenue')).toEqual(['Congress Avenue', '100']);
  expect(parts('12-14 High St')).toEqual(['High St', '12-14']);
  expect(parts('Straße des 17. Juni 135')).toEqual(['Straße des 17. Juni', '135']);
  expect(parts('Hauptplatz')).toEqual(['Hauptplatz', '']);
  expect(at('Hauptplatz')).toMatchObject({
    country_name: 'Deutschland',
    phone_country: '+49',
    phone_national: '30123456',
  });
});

it('reads dates with dots day first', () => {
  expect(dateIn('05.12.2026')?.toISOString()).toBe('2026-12-05T00:00:00.000Z');
  expect(dateIn('am 5. 1. 2026')?.toISOString()).toBe('2026-01-05T00:00:00.000Z');
  expect(dateIn('2026-11-16T06:00:00Z')?.toISOString()).toBe('2026-11-16T06:00:00.000Z');
  expect(dateIn('yesterday')).toBeNull();
  // Day and month may be swapped: no order is taken for older than it is.
  expect(dateIn('03/11/2026')).toEqual(new Date('11/03/2026'));
  expect(dateIn('Placed 11/3/26')).toEqual(new Date('11/3/2026'));
  expect(dateIn('19/11/2026')).toEqual(new Date('11/19/2026'));
  // Without a year, the parser would take 2001.
  expect(dateIn('November 12')).toBeNull();
  expect(dateIn('Order 12, Nov 9')).toBeNull();
});

it('reads prices in every notation', () => {
  const auto = {};
  const inEuros = { store: { currency: 'EUR' } };
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
  expect(texts.map((text) => moneyIn(text, auto, inEuros))).toEqual([
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
  expect(moneyIn('1.299 €', { decimal: ',' }, inEuros)).toBe(129_900);
  expect(moneyIn('1.299,50 €', { decimal: ',' }, inEuros)).toBe(129_950);
  expect(moneyIn('¥1,299', auto, { store: { currency: 'JPY' } })).toBe(1299);
  expect(moneyIn('KWD 1.250', { decimal: '.' }, { store: { currency: 'KWD' } })).toBe(1250);
  expect(moneyIn('KWD 1.250', auto, { store: { currency: 'KWD' } })).toBeNull();
});

it('recognizes products by path and parameter, only on hosts of the store', () => {
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

it('inserts values, escaped in patterns', () => {
  expect(fillTemplate('{{a.b}}-{{c}}', { a: { b: 1 }, c: null })).toBe('1-');
  expect(() => fillTemplate('{{a.nothing}}', { a: {} })).toThrow('{{a.nothing}} is not defined here.');
  expect(() => fillTemplate('{{a.constructor}}', { a: {} })).toThrow('is not defined here');
  expect(patternOf('^{{a}}$', { a: 'x.y' }).test('xzy')).toBe(false);
});

it('passes on the whole order, or nothing', () => {
  const store = { ...liveStore('browser', 'https://shop.example', { mode: 'link' }) };
  const lines = [
    { slug: 'a b', quantity: 2 },
    { slug: 'c', quantity: 1 },
  ];
  const over = (link: Recipe['link'], bought = lines) => {
    const needs = { recipe: { ...whole(), ...(link === undefined ? {} : { link }) }, store };
    return handOverLinkOf(needs, { lines: bought, line: bought.at(-1) });
  };
  expect(over({ address: '/cart/{{list}}?go=1', line: '{{line.slug}}:{{line.quantity}}', between: ',' })).toBe(
    'https://shop.example/cart/a%20b:2,c:1?go=1',
  );
  expect(over('/add?id={{line.slug}}', lines.slice(0, 1))).toBe('https://shop.example/add?id=a%20b');
  expect(over('/cart')).toBe('https://shop.example/cart');
  expect(() => over('/add?id={{line.slug}}')).toThrow('supports one product');
});

it('blocks hosts that are not listed', () => {
  expect(isAllowedHost(['shop.example', '*.cdn.example'], 'shop.example')).toBe(true);
  expect(isAllowedHost(['shop.example', '*.cdn.example'], 'a.cdn.example')).toBe(true);
  expect(isAllowedHost(['shop.example', '*.cdn.example'], 'cdn.example.evil')).toBe(false);
  expect(isAllowedHost(['shop.example'], 'shop.example:8443')).toBe(false);
});
