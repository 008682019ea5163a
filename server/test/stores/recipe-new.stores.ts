import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { write } from '../../../tools/recipe/new.ts';
import { type Chromium, createChromium, findChromium } from '../../src/connectors/browser/chromium.ts';
import { parseRecipe } from '../../src/connectors/browser/load-recipe.ts';
import type { Recipe } from '../../src/connectors/browser/recipe.ts';
import { type CornerShop, startCornerShop } from '../harness/corner-shop.ts';
import { connectTo } from '../harness/pages-shop/connector.ts';
import { requestFor } from '../harness/stores/request.ts';

/** What a person answers who looks at the shop; everything else is taken as it is suggested. */
const answers: [RegExp, string][] = [
  [/have a login/i, 'no'],
  [/address of a product/i, '/goods/kettle'],
  [/address of the cart/i, '/basket'],
  [/must be selected/i, '1'],
  [/success page's address/i, '/thank-you'],
];

describe.skipIf(findChromium() === null)(
  'a recipe that was written with "recipe new" alone',
  { timeout: 300_000 },
  () => {
    it('buys what was ordered at a previously unseen store', async () => {
      const shop = await startCornerShop();
      const folder = mkdtempSync(join(tmpdir(), 'errand-recipe-'));
      const chromium = createChromium({ path: null, atOnce: 1 });
      try {
        const said: string[] = [];
        const ask = async (question: string, suggestion: string): Promise<string> =>
          answers.find(([fits]) => fits.test(question))?.[1] ?? suggestion;
        expect(await write(shop.url, { say: (line) => void said.push(line), ask }, false, folder)).toBe(0);
        expect(said.filter((line) => line.startsWith('Fix this'))).toEqual([]);
        const recipe = parseRecipe(readFileSync(join(folder, 'corner-shop.json'), 'utf8'), 'corner-shop');
        expect(recipe.review).toEqual({ ship_to: [{ read: 'address' }] });
        await buyOnce(shop, recipe, chromium, 'C-100');
        const [, taught = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync(page, 'utf8')) ?? [];
        await buyOnce(shop, parseRecipe(taught, 'corner-shop'), chromium, 'C-101');
      } finally {
        await chromium.close();
        await shop.stop();
        rmSync(folder, { recursive: true });
      }
    });
  },
);

const page = new URL('../../../docs/recipes.md', import.meta.url);

async function buyOnce(shop: CornerShop, recipe: Recipe, chromium: Chromium, number: string): Promise<void> {
  const connector = connectTo(shop.url, { ...recipe, patience_seconds: 60 }, { chromium, recordings: [] });
  const request = requestFor([{ productId: 'kettle', quantity: 2 }, { productId: 'spoon' }], { account: null });
  const call = { signal: AbortSignal.timeout(200_000) };
  const prepared = await connector.prepare!(request, call);
  if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify({ prepared, recipe }));
  expect(prepared.checkout.price).toMatchObject({ subtotal: 11_105, shipping: 750, tax: 888, total: 12_743 });
  const before = shop.orders.length;
  const outcome = await connector.submit!(prepared.checkout, request, call);
  expect(outcome).toMatchObject({ kind: 'placed', purchase: { merchantOrderIds: [number] } });
  expect(shop.orders.slice(before)).toMatchObject([
    {
      name: expect.stringContaining('Texas'),
      way: 'post',
      rows: [
        { slug: 'kettle', quantity: 2 },
        { slug: 'spoon', quantity: 1 },
      ],
      total: 12_743,
    },
  ]);
}
