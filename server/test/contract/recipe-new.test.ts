import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { write } from '../../../tools/recipe/new.ts';
import { findChromium } from '../../src/connectors/browser/chromium.ts';
import { parseRecipe } from '../../src/connectors/browser/load-recipe.ts';
import { startCornerShop } from '../harness/corner-shop.ts';

const answers: [RegExp, string][] = [
  [/have a login/i, 'no'],
  [/address of a product/i, '/goods/mug'],
  [/address of the cart/i, '/basket'],
  [/must be selected/i, '1'],
];

describe.skipIf(findChromium() === null)('a draft by "recipe new"', { timeout: 120_000 }, () => {
  it('has the sizes, the banner and the right buttons, and no bare tag', async () => {
    const shop = await startCornerShop({ hasBanner: true });
    const folder = mkdtempSync(join(tmpdir(), 'errand-draft-'));
    try {
      const said: string[] = [];
      const ask = async (question: string, suggestion: string): Promise<string> =>
        answers.find(([fits]) => fits.test(question))?.[1] ?? suggestion;
      expect(await write(shop.url, { say: (line) => void said.push(line), ask }, false, folder)).toBe(0);
      const recipe = parseRecipe(readFileSync(join(folder, 'corner-shop.json'), 'utf8'), 'corner-shop');
      expect(JSON.stringify(recipe.banners)).toContain('Got it');
      expect(JSON.stringify(recipe.add)).toMatch(/"name":"Add to basket".*"url":"\/basket"/);
      expect(JSON.stringify(recipe.add)).toMatch(/"choose":\{"css":"select","label":"\{\{choice\.label\}\}"/);
      expect(JSON.stringify(recipe.add)).toMatch(/"fill":\[\{"label":"Quantity"/);
      expect(recipe.product?.choices).toMatchObject({ values: 'option' });
      const shown = said.join('\n');
      expect(shown).not.toMatch(/ {2}"(button|a|input|select)"$/m);
      expect(shown).not.toContain('Could not');
      expect(shown).not.toContain('No row of this cart');
      expect(shop.orders).toEqual([]);
    } finally {
      await shop.stop();
      rmSync(folder, { recursive: true });
    }
  });

  it('leaves the list of quantities out of the choices', async () => {
    const shop = await startCornerShop();
    const folder = mkdtempSync(join(tmpdir(), 'errand-draft-'));
    try {
      const tea: [RegExp, string][] = [[/address of a product/i, '/goods/tea'], ...answers];
      const ask = async (question: string, suggestion: string): Promise<string> =>
        tea.find(([fits]) => fits.test(question))?.[1] ?? suggestion;
      expect(await write(shop.url, { say() {}, ask }, false, folder)).toBe(0);
      const recipe = parseRecipe(readFileSync(join(folder, 'corner-shop.json'), 'utf8'), 'corner-shop');
      expect(recipe.optional_choices).toEqual({ matches: '^(Quantity)$' });
      expect(JSON.stringify(recipe.add)).toMatch(/"choose":\[\{"label":"Quantity"/);
    } finally {
      await shop.stop();
      rmSync(folder, { recursive: true });
    }
  });

  it('says that the product was not added, and why a click failed', async () => {
    const shop = await startCornerShop({ hasBanner: true });
    const folder = mkdtempSync(join(tmpdir(), 'errand-draft-'));
    try {
      const said: string[] = [];
      const wrong: [RegExp, string][] = [[/close a banner/i, 'no'], ...answers];
      const ask = async (question: string, suggestion: string): Promise<string> => {
        // The row of the cart comes after the click.
        if (/row of the cart/i.test(question)) throw new Error('seen enough');
        return wrong.find(([fits]) => fits.test(question))?.[1] ?? suggestion;
      };
      const draft = write(shop.url, { say: (line) => void said.push(line), ask }, false, folder);
      await expect(draft).rejects.toThrow('seen enough');
      expect(said.join('\n')).toMatch(/Could not click it: .*intercepts pointer events/);
      expect(said.join('\n')).toContain('If the cart is empty, the product was not added.');
    } finally {
      await shop.stop();
      rmSync(folder, { recursive: true });
    }
  });
});
