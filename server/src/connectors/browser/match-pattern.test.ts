import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { liveStore } from '../../../test/harness/stores/request.ts';
import { parseRecipe } from './load-recipe.ts';
import { matchPattern } from './match-pattern.ts';
import { locateProduct } from './product-address.ts';
import { patternOf } from './templates.ts';

/** CPU time of this thread, so a busy machine does not matter. */
function cpuMsOf(run: () => unknown): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

const match = (pattern: RegExp, text: string, visit?: unknown) => () => matchPattern(pattern, text, visit);

it('matches as usual', () => {
  expect(matchPattern(/No\. (\d+)/iu, 'no. 42')?.[1]).toBe('42');
  expect(matchPattern(/x/iu, 'y')).toBeNull();
});

it.each([
  [/(a+)+$/iu, `${'a'.repeat(27)}!`],
  [/[^a-z()]*$/iu, `${'1'.repeat(20_000)}a`],
])('stops %s within 50 ms', (pattern, text) => {
  expect(cpuMsOf(() => expect(match(pattern, text)).toThrow('takes too long to match'))).toBeLessThan(50);
});

it('limits the total time of slow matches in a session, and resets it for the next session', () => {
  const [visit, next] = [{ currency: 'EUR' }, { currency: 'EUR' }];
  const slow = match(/(a+)+$/iu, `${'a'.repeat(27)}!`, visit);
  const all = () => {
    for (let row = 0; row < 100; row += 1) expect(slow).toThrow('takes too long');
  };
  expect(cpuMsOf(all)).toBeLessThan(500);
  expect(match(/a/iu, 'a', visit)).toThrow('takes too long');
  expect(match(/a/iu, 'a', next)()).not.toBeNull();
});

it('refuses texts and patterns that are too long', () => {
  expect(match(/a/iu, 'a'.repeat(100_001))).toThrow('has more than 100000 characters');
  expect(() => patternOf('{{value}}', { value: 'a'.repeat(5_001) })).toThrow('has more than 5000 characters');
});

it('finds a product by a URL in time, whatever the recipe says', () => {
  const store = liveStore('browser', 'https://shop.example.com');
  const locate = (path: string, not_products?: string) => {
    const recipe = { product_path: '/{any}{any}{any}{any}{any}-{slug}', ...(not_products && { not_products }) };
    return () => expect(locateProduct(store, recipe, new URL(path, 'https://shop.example.com'))).toBeNull();
  };
  expect(cpuMsOf(locate(`/${'x'.repeat(4_000)}`))).toBeLessThan(100);
  expect(cpuMsOf(locate(`/${'a'.repeat(27)}!`, '(a+)+$'))).toBeLessThan(100);
});

it('refuses a recipe with a pattern that takes too long to compile', () => {
  const file = new URL('../../../test/harness/pages-shop/recipe.json', import.meta.url);
  const add = [{ read: 'p', pattern: '\\p{L}'.repeat(400), as: 'sum' }];
  const text = JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), add });
  expect(() => parseRecipe(text, 'slow')).toThrow(
    /^The recipe slow cannot be used\. \/add\/0\/pattern: .* is too large\.$/,
  );
});
