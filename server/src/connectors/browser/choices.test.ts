import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCornerShop } from '../../../test/harness/corner-shop.ts';
import { connectTo } from '../../../test/harness/pages-shop/connector.ts';
import { requestFor } from '../../../test/harness/stores/request.ts';
import { createChromium, findChromium } from './chromium.ts';
import { parseRecipe } from './load-recipe.ts';
import type { Recipe, Step } from './recipe.ts';

const file = new URL('../../../test/harness/changed-shop/recipe-corner.json', import.meta.url);
const call = () => ({ signal: AbortSignal.timeout(100_000) });

describe.skipIf(findChromium() === null)(
  'a product with lists whose first option is preselected',
  { timeout: 120_000 },
  () => {
    const chromium = createChromium({ path: null, atOnce: 2 });
    let shop: Awaited<ReturnType<typeof startCornerShop>>;
    beforeAll(async () => {
      shop = await startCornerShop();
    });
    afterAll(async () => {
      await chromium.close();
      await shop.stop();
    });

    const given = parseRecipe(readFileSync(file, 'utf8'), 'corner-shop');
    const removal: Step = {
      if: { there: 'tr.line' },
      do: [{ click: { role: 'button', name: 'Remove' }, once: true, until: { gone: 'tr.line' } }],
    };
    const choosing: Step = {
      each: 'line.variant',
      as: 'choice',
      do: [
        {
          choose: { css: 'select', label: '{{choice.label}}' },
          option: '{{choice.value}}',
          missing: 'product_variant_unavailable',
        },
      ],
    };
    const [open, title, quantity] = given.add as [Step, Step, Step];
    const isAdded = { url: '/basket\\?added' };
    const add: Step = { click: 'button span', once: true, until: isAdded };
    const rows = { css: 'label', has: 'select' };
    const product: NonNullable<Recipe['product']> = {
      steps: [{ open: '{{line.url}}', until: { there: 'h1' } }],
      title: { read: 'h1' },
      price: { read: '.price' },
      // Without `hidden`, although the options of a closed list are not visible.
      choices: { rows, label: { read: ':scope', pattern: '^\\s*(\\w+)' }, values: 'option' },
    };
    const recipe: Recipe = {
      ...given,
      empty_cart: [...given.empty_cart, removal],
      add: [open, title, choosing, quantity, add],
      cart: { ...given.cart, variant: { read: 'em', or: '' } },
      product,
    };
    const connect = (more: Partial<Recipe> = {}) =>
      connectTo(shop.url, { ...recipe, ...more }, { chromium, recordings: [] });
    const quote = async (productId: string, named: Record<string, string> | null, more: Partial<Recipe> = {}) => {
      const variant = named && Object.entries(named).map(([label, value]) => ({ label, value }));
      const request = requestFor([{ productId, quantity: 2, ...(variant && { variant }) }], { account: null });
      const connector = connect(more);
      const prepared = await connector.prepare!({ ...request, isQuote: true }, call());
      if (prepared.kind !== 'ready') return prepared;
      await connector.release!(prepared.checkout, request, call());
      return prepared.checkout.price.subtotal;
    };
    const large = { Size: 'Large' };
    const required = (choices: string) => ({
      kind: 'refused',
      reason: 'product_variant_required',
      detail: 'insufficient_variants',
      message: expect.stringMatching(new RegExp(`^At add/\\d+: Choose ${choices.replace(/[()]/g, '\\$&')}\\.$`)),
      lineIds: [expect.any(String)],
    });
    const sizeRequired = required('Size (Small, Large)');

    it('is bought only in the size that the customer named', async () => {
      expect(await quote('mug', large)).toBe(3_500);
      expect(await quote('mug', { Size: 'Small' })).toBe(2_900);
      expect(await quote('mug', null)).toMatchObject(sizeRequired);
      expect(await quote('mug', { Size: 'Huge' })).toMatchObject({ reason: 'product_variant_unavailable' });
      const clicksAgain: Step = { click: 'button span', until: isAdded };
      expect(await quote('mug', large, { add: [open, title, choosing, quantity, clicksAgain] })).toBe(3_500);
      expect(await quote('mug', null, { add: [open, title, clicksAgain] })).toMatchObject(sizeRequired);
    });

    it('needs a size before a key is pressed', async () => {
      const inField: Step = { fill: '[name=quantity]', with: '1', press: 'Enter' };
      for (const step of [inField, { press: 'Enter', on: '[name=quantity]' }, { press: 'Enter' }] as Step[])
        expect(await quote('mug', null, { add: [open, title, step] })).toMatchObject(sizeRequired);
      expect(await quote('mug', large, { add: [open, title, choosing, { ...inField, with: '2' }] })).toBe(3_500);
    });

    it('may be clicked before the size is chosen, also while the page is being built', async () => {
      const early: Step = { click: 'h1', once: true };
      expect(await quote('mug', large, { add: [open, title, early, choosing, quantity, add] })).toBe(3_500);
      expect(await quote('vase', large, { add: [open, title, early, choosing, quantity, add] })).toBe(4_600);
      expect(await quote('vase', null, { add: [open, title, early] })).toMatchObject(sizeRequired);
    });

    it('counts each named value for one choice', async () => {
      expect(await quote('jeans', { Waist: '32', Length: '34' })).toBe(12_200);
      expect(await quote('jeans', { Waist: '32' })).toMatchObject(required('Length (32, 34)'));
      expect(await quote('jeans', { Waist: '32', waist: '34' })).toMatchObject(required('Length (32, 34)'));
      const blind = { add: [open, title, quantity, add] };
      expect(await quote('tote', { Colour: 'Black' }, blind)).toMatchObject(required('Strap (Black, Brown)'));
      expect(await quote('tote', { Colour: 'Black', Strap: 'Black' }, blind)).toBe(6_000);
      const red: Step = { choose: 'select[name=color]', option: 'Red' };
      const named = { Band: 'Black', Colour: 'Red' };
      expect(await quote('tote', named, { add: [open, title, red, quantity, add] })).toBe(6_100);
    });

    it('may leave out choices that the recipe says are optional', async () => {
      expect(await quote('mug', null, { optional_choices: 'Size' })).toBe(2_900);
      const pick: Step = { choose: 'select[name=quantity]', option: '{{line.quantity}}' };
      const list = { add: [open, title, choosing, pick, add] };
      const tin = { Box: 'Tin' };
      expect(await quote('tea', tin, list)).toMatchObject(required('Quantity (1, 2, 3)'));
      expect(await quote('tea', tin, { ...list, optional_choices: 'Quantity' })).toBe(1_600);
      const others = { ...product.choices!, rows: { css: 'label', has: 'select:not([name=quantity])' } };
      expect(await quote('tea', tin, { ...list, product: { ...product, choices: others } })).toBe(1_600);
    });

    it('compares the cart if no step chooses what the customer named', async () => {
      const blind = { add: [open, title, quantity, add] };
      expect(await quote('mug', large, blind)).toMatchObject({ reason: 'checkout_failed', detail: 'cart_differs' });
      expect(await quote('mug', { Size: 'Small' }, blind)).toBe(2_900);
    });

    it('shows its sizes, and that one is required', async () => {
      const look = (more: Partial<Recipe>) => connect(more).product!({ retailer: 'real', productId: 'mug' }, call());
      const group = { label: 'Size', values: ['Small', 'Large'], required: true };
      expect(await look({})).toMatchObject({ kind: 'found', payload: { variant_groups: [group] } });
      const optional = { variant_groups: [{ ...group, required: false }] };
      expect(await look({ optional_choices: { matches: '^size$' } })).toMatchObject({ payload: optional });
    });
  },
);
