import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCornerShop } from '../../../test/harness/corner-shop.ts';
import { connectTo } from '../../../test/harness/pages-shop/connector.ts';
import { requestFor } from '../../../test/harness/stores/request.ts';
import type { Variant } from '../contract.ts';
import { createChromium, findChromium } from './chromium.ts';
import { parseRecipe } from './load-recipe.ts';
import type { Recipe, Step } from './recipe.ts';

const file = new URL('../../../test/harness/changed-shop/recipe-corner.json', import.meta.url);
const call = () => ({ signal: AbortSignal.timeout(100_000) });

describe.skipIf(findChromium() === null)(
  'a product in two sizes, one of them preselected',
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
    const [open, title, ...rest] = given.add;
    const recipe: Recipe = {
      ...given,
      empty_cart: [...given.empty_cart, removal],
      add: [open!, title!, choosing, ...rest],
      cart: { ...given.cart, variant: { read: 'em', or: '' } },
    };
    const product: NonNullable<Recipe['product']> = {
      steps: [{ open: '{{line.url}}', until: { there: 'h1' } }],
      title: { read: 'h1' },
      price: { read: '.price' },
      choices: {
        rows: { css: 'label', has: 'select' },
        label: { read: ':scope', pattern: '^\\s*(\\w+)' },
        // Without `hidden`, although the options of a closed list are not visible.
        values: 'option',
      },
    };
    const connect = (more: Partial<Recipe> = {}) =>
      connectTo(shop.url, { ...recipe, ...more }, { chromium, recordings: [] });
    const quote = async (variant: Variant[] | null, more: Partial<Recipe> = {}) => {
      const request = requestFor([{ productId: 'mug', quantity: 2, ...(variant && { variant }) }], { account: null });
      const connector = connect(more);
      const prepared = await connector.prepare!({ ...request, isQuote: true }, call());
      if (prepared.kind !== 'ready') return prepared;
      await connector.release!(prepared.checkout, request, call());
      return prepared.checkout.price.subtotal;
    };
    const large = [{ label: 'Size', value: 'Large' }];
    const required = {
      kind: 'refused',
      reason: 'product_variant_required',
      detail: 'insufficient_variants',
      message: expect.stringMatching(/^At add\/\d+: Choose Size \(Small, Large\)\.$/),
      lineIds: [expect.any(String)],
    };

    it('is bought only in the size that the customer named', async () => {
      expect(await quote(large)).toBe(3_500);
      expect(await quote([{ label: 'Size', value: 'Small' }])).toBe(2_900);
      expect(await quote(null)).toMatchObject(required);
      expect(await quote([{ label: 'Size', value: 'Huge' }])).toMatchObject({ reason: 'product_variant_unavailable' });
    });

    it('needs a size by `product.choices` alone, where the choices are not in the form', async () => {
      const noForm: Step = { click: 'h1', once: true };
      expect(await quote(null, { product, add: [open!, noForm] })).toMatchObject(required);
    });

    it('is not bought if no step chooses the size that the customer named', async () => {
      const blind = { add: given.add };
      expect(await quote(large, blind)).toMatchObject({
        reason: 'checkout_failed',
        message: expect.stringContaining('No step of add chooses Size. The page shows "Small".'),
      });
      expect(await quote(null, blind)).toMatchObject(required);
      // The size that the page shows is the one that was named.
      expect(await quote([{ label: 'Size', value: 'Small' }], blind)).toBe(2_900);
    });

    it('is bought in the default size only if the recipe says so', async () => {
      expect(await quote(null, { optional_choices: 'Size' })).toBe(2_900);
      const small: Step = { choose: 'select[name=size]', option: 'Small' };
      expect(await quote(null, { add: [open!, title!, small, ...rest] })).toBe(2_900);
    });

    it('shows its sizes, and that one is required', async () => {
      const look = (more: Partial<Recipe>) =>
        connect({ product, ...more }).product!({ retailer: 'real', productId: 'mug' }, call());
      const group = { label: 'Size', values: ['Small', 'Large'], required: true };
      expect(await look({})).toMatchObject({ kind: 'found', payload: { variant_groups: [group] } });
      const optional = { variant_groups: [{ ...group, required: false }] };
      expect(await look({ optional_choices: { matches: '^size$' } })).toMatchObject({ payload: optional });
    });
  },
);
