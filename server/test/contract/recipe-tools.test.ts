import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { check } from '../../../tools/recipe/check.ts';
import { repair } from '../../../tools/recipe/repair.ts';
import { exportRecipe, importRecipe, testRecipe } from '../../../tools/recipe/share.ts';
import { findChromium } from '../../src/connectors/browser/chromium.ts';
import type { Recipe } from '../../src/connectors/browser/recipe.ts';
import { startCornerShop } from '../harness/corner-shop.ts';

const source = new URL('../harness/changed-shop/recipe-corner.json', import.meta.url);
const corner = (): Recipe => JSON.parse(readFileSync(source, 'utf8'));
const tool = join(import.meta.dirname, '../../../tools/recipe.ts');
const folder = mkdtempSync(join(tmpdir(), 'errand-recipe-tools-'));
afterAll(() => rmSync(folder, { recursive: true }));
const save = (name: string, recipe: object): string => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(recipe));
  return file;
};
const load = (file: string): Recipe => JSON.parse(readFileSync(file, 'utf8'));
const said: string[] = [];
const print = (line: string): void => void said.push(line);

it('shares a recipe as one file, and takes none that was changed on the way', () => {
  const file = save('corner.json', corner());
  expect(() => exportRecipe(file, { author: 'Jane' }, print)).toThrow('--software, --software-version');
  const out = join(folder, 'shared.json');
  const about = { software: 'Corner', 'software-version': '1.0', author: 'Jane', out };
  expect(exportRecipe(file, about, print)).toBe(0);
  expect(load(out).about).toMatchObject({
    software: 'Corner',
    author: 'Jane',
    abilities: ['checkout', 'fence', 'find', 'quote'],
  });

  const recipes = join(folder, 'recipes');
  const changed = load(out);
  const tampered = save('tampered.json', { ...changed, buy: { ...changed.buy, button: '#buy-insurance' } });
  expect(() => importRecipe(tampered, { out: recipes }, print)).toThrow('checksum does not match');
  expect(() => importRecipe(file, { out: recipes }, print)).toThrow('no checksum');
  expect(existsSync(recipes)).toBe(false);
  expect(importRecipe(out, { out: recipes }, print)).toBe(0);
  const imported = join(recipes, `${changed.name}.json`);
  expect(load(imported)).toEqual(changed);
  expect(() => importRecipe(out, { out: recipes }, print)).toThrow('--force');
  expect(importRecipe(out, { out: recipes, force: true }, print)).toBe(0);
});

it('says what to write instead of a wrong command', async () => {
  const run = (...args: string[]) => {
    const { stderr, status } = spawnSync(process.execPath, [tool, ...args], { encoding: 'utf8' });
    expect(stderr).not.toContain('    at ');
    return { status, stderr };
  };
  const unknown = { status: 1, stderr: expect.stringMatching(/Unknown option '--quantty'.*Usage: npm run recipe/s) };
  expect(run('check', 'shop.json', '--quantty', '2')).toEqual(unknown);
  expect(run('check', 'no-such.json')).toEqual({ status: 1, stderr: 'There is no file no-such.json.\n' });
  const file = save('asked.json', corner());
  const at = { url: 'http://127.0.0.1:1', product: '/goods/kettle' };
  const trying = (more: object) => check(file, { ...at, ...more }, print);
  await expect(trying({ variant: ['Large'] })).rejects.toThrow('"Label=Value", such as "Size=Large"');
  await expect(trying({ variant: ['=Large'] })).rejects.toThrow('"Label=Value", such as "Size=Large"');
  await expect(trying({ quantity: 'two' })).rejects.toThrow('--quantity as a number');
});

it('warns that the number of a guest order could never be read', async () => {
  const { number: _number, ...buy } = corner().buy;
  said.length = 0;
  expect(await check(save('unread.json', { ...corner(), buy }), {}, print)).toBe(0);
  expect(said.join('\n')).toContain('Warning: without buy.number');
  said.length = 0;
  expect(await check(save('read.json', corner()), {}, print)).toBe(0);
  expect(said.join('\n')).not.toContain('Warning');
});

describe.skipIf(findChromium() === null)('a recipe at a store', { timeout: 240_000 }, () => {
  it('fails the check if it drops the apartment, or always orders one unit', async () => {
    const shop = await startCornerShop();
    try {
      const recipe = { ...corner(), patience_seconds: 3 };
      const options = { url: shop.url, product: '/goods/kettle', pictures: join(folder, 'pictures') };
      const tried = async (name: string, changed: Recipe) => {
        said.length = 0;
        const code = await check(save(name, changed), options, print);
        return { code, said: said.join('\n') };
      };
      const isApartment = (step: object): boolean => JSON.stringify(step).includes('line2');
      const bare = { ...recipe, check_out: recipe.check_out.filter((step) => !isApartment(step)) };
      expect(await tried('bare.json', bare)).toMatchObject({ code: 1, said: expect.stringContaining('apartment') });
      const one = recipe.add.map((step) => ('fill' in step ? { ...step, with: '1' } : step));
      const single = { code: 1, said: expect.stringContaining('The store added fewer units to the cart.') };
      expect(await tried('one.json', { ...recipe, add: one })).toMatchObject(single);
      const whole = await tried('whole.json', recipe);
      expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('Nothing was bought.') });
      expect(whole.said).toMatch(/^Trying 2 × http\S+\/goods\/kettle \(no variant\), as a guest\.$/m);
      expect(whole.said).toContain('100 Congress Avenue, Apt 4B, Austin');
      // Each step has its own picture, in the order of the steps.
      const numbers = [...whole.said.matchAll(/pictures\/(\d+)-/g)].map(([, number]) => Number(number));
      expect(numbers.length).toBeGreaterThan(10);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((left, right) => left - right));
    } finally {
      await shop.stop();
    }
  });

  it('is repaired where a person accepts the difference, and says when it was tested', async () => {
    const shop = await startCornerShop();
    try {
      const recipe = { ...corner(), patience_seconds: 3 };
      const isContinue = (step: object): boolean => JSON.stringify(step).includes('Continue to delivery');
      const file = save('drifted.json', {
        ...recipe,
        // One of several locators no longer matches, and one step finds nothing.
        buy: { ...recipe.buy, button: [...[recipe.buy.button].flat(), '#old-button'] },
        check_out: recipe.check_out.map((step) =>
          isContinue(step) && 'click' in step
            ? { ...step, click: { role: 'button', name: 'Continue to shipping' } }
            : step,
        ),
      });
      const before = readFileSync(file, 'utf8');
      const options = { url: shop.url, product: '/goods/kettle', pictures: join(folder, 'pictures') };
      const asked: string[] = [];
      const answering = (answer: string) => ({
        say: print,
        ask: async (question: string) => {
          asked.push(question);
          return answer;
        },
      });
      expect(await repair(file, options, answering('no'))).toBe(1);
      expect(readFileSync(file, 'utf8')).toBe(before);
      const diff = said.find((line) => line.startsWith('---')) ?? '';
      expect(diff).toMatch(/^-.*Continue to shipping/m);
      expect(diff).toMatch(/^\+.*Continue to delivery/m);
      expect(diff).toMatch(/^-.*#old-button/m);
      expect(existsSync(join(folder, 'pictures'))).toBe(true);

      expect(await repair(file, options, answering('yes'))).toBe(0);
      expect(asked).toHaveLength(2);
      expect(await testRecipe(file, { ...options, 'software-version': '1.0' }, print)).toBe(0);
      expect(load(file).about?.tested_on).toMatchObject({ software_version: '1.0' });
      expect(shop.orders).toEqual([]);
    } finally {
      await shop.stop();
    }
  });
});
