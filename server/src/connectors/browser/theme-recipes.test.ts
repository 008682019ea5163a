import { afterAll, describe, expect, it } from 'vitest';

import { findQuery, trackQuery } from '../../../test/conformance/subject.ts';
import { connectTo } from '../../../test/harness/pages-shop/connector.ts';
import { requestFor, storeAccount } from '../../../test/harness/stores/request.ts';
import { startThemeShop, type Theme } from '../../../test/harness/theme-shops/engine.ts';
import { magentoTheme } from '../../../test/harness/theme-shops/magento.ts';
import { prestashopTheme } from '../../../test/harness/theme-shops/prestashop.ts';
import { woocommerceTheme } from '../../../test/harness/theme-shops/woocommerce.ts';
import type { PromoCode, PurchaseRequest } from '../contract.ts';
import { plainOptions } from '../options.ts';
import { createChromium, findChromium } from './chromium.ts';
import { loadRecipe, ownRecipes } from './load-recipe.ts';
import type { Recipe } from './recipe.ts';

const call = () => ({ signal: AbortSignal.timeout(100_000) });

interface Subject {
  recipe: string;
  theme: Theme;
  payment: string;
  productIdOf(slug: string, id: number): string;
  /** The form has a field for our reference. */
  hasNote: boolean;
  /** The last page shows the address as the store keeps it. */
  showsAddress: boolean;
}

const subjects: Subject[] = [
  {
    recipe: 'woocommerce-classic',
    theme: woocommerceTheme,
    payment: 'cod',
    productIdOf: (slug) => slug,
    hasNote: true,
    showsAddress: false,
  },
  {
    recipe: 'prestashop-classic',
    theme: prestashopTheme,
    payment: 'ps_wirepayment',
    productIdOf: (slug, id) => `home-accessories/${id}-${slug}.html`,
    hasNote: true,
    showsAddress: true,
  },
  {
    recipe: 'magento-luma',
    theme: magentoTheme,
    payment: 'checkmo',
    productIdOf: (slug) => `${slug}.html`,
    hasNote: false,
    showsAddress: true,
  },
];

/** In short, each theme buys, and one of them does the rest. */
const isWhole = process.env.TEST_WHOLE === '1';

describe.skipIf(findChromium() === null)('recipes for default themes', { timeout: 240_000 }, () => {
  const chromium = createChromium({ path: null, atOnce: 3 });
  afterAll(() => chromium.close());

  async function startSubject({ recipe, theme, payment, productIdOf }: Subject) {
    const shop = await startThemeShop(theme);
    const own = loadRecipe(recipe, [ownRecipes]);
    const connectWith = (more: Partial<Recipe>) =>
      connectTo(shop.url, { ...own, ...more }, { chromium, recordings: [] }, { payment });
    const connector = connectWith({ buy: { ...own.buy, within_seconds: 5 } });
    const [kettle, mug, bowl] = shop.products.map(({ slug, id }) => productIdOf(slug, id));
    const address = { ...requestFor([{ productId: 'x' }]).shippingAddress, addressLine2: 'Apt 4' };
    const blue = { productId: mug!, quantity: 2, variant: [{ label: 'Color', value: 'Blue' }] };
    const request = (lines: Parameters<typeof requestFor>[0], more: Partial<PurchaseRequest> = {}) =>
      requestFor(lines, { account: null, shippingAddress: address, ...more });
    const checkOut = async (wanted: PurchaseRequest) => {
      const prepared = await connector.prepare!(wanted, call());
      return prepared.kind === 'ready' ? prepared.checkout : expect.unreachable(JSON.stringify(prepared));
    };
    return { shop, connector, connectWith, kettle: kettle!, mug: mug!, bowl: bowl!, blue, address, request, checkOut };
  }

  const promo = (code: string): Partial<PurchaseRequest> => {
    const plain = { optional: false, merchantId: null, discountAmount: null, discountPercentage: null };
    const promoCodes: PromoCode[] = [{ code, ...plain, costOverride: null }];
    return { options: { ...plainOptions, promoCodes } };
  };

  it.concurrent.each(subjects)(
    '$recipe buys as a guest: items, apartment, state, promo code, total',
    async (subject) => {
      const { shop, connector, kettle, blue, address, request, checkOut } = await startSubject(subject);
      const wanted = request([blue, { productId: kettle }], promo('WELCOME'));
      const checkout = await checkOut(wanted);
      // $73.60 less 10%, $7.50 shipping, 8% tax.
      expect(checkout.price).toMatchObject({ subtotal: 6_624, shipping: 750, tax: 530, total: 7_904 });
      expect(shop.sales).toEqual([]);
      const outcome = await connector.submit!(checkout, wanted, call());
      const [sale] = shop.sales;
      expect(outcome).toMatchObject({ kind: 'placed', purchase: { merchantOrderIds: [sale?.number] } });
      expect(shop.sales).toHaveLength(1);
      expect(sale).toMatchObject({
        rows: [
          { slug: 'enamel-mug', quantity: 2, color: 'Blue' },
          { slug: 'copper-kettle', quantity: 1, color: '' },
        ],
        shipTo: { first: address.firstName, line1: address.addressLine1, line2: 'Apt 4', state: address.state },
        note: subject.hasNote ? wanted.reference : '',
        payment: subject.payment,
        total: 7_904,
      });
      await shop.stop();
    },
  );

  it.concurrent.each(isWhole ? subjects : subjects.slice(1, 2))(
    '$recipe logs in, finds a purchase whose answer was lost, and tracks it',
    async (subject) => {
      const { shop, connector, kettle, request, checkOut } = await startSubject(subject);
      const account = storeAccount('jane@example.com', 'Long-enough-1');
      const denied = { kind: 'refused', reason: 'login_failed', message: expect.stringMatching(/^At log_in\/\d+: /) };
      expect(await connector.prepare!(request([{ productId: kettle }], { account }), call())).toMatchObject(denied);
      shop.accounts.set(account.email, await account.password());
      const first = request([{ productId: kettle, quantity: 2 }], { account });
      expect(await connector.submit!(await checkOut(first), first, call())).toMatchObject({ kind: 'placed' });
      const lost = request([{ productId: kettle }], { account });
      const checkout = await checkOut(lost);
      shop.mood.isAnswerLost = true;
      expect(await connector.submit!(checkout, lost, call())).toMatchObject({ kind: 'unknown' });
      shop.mood.isAnswerLost = false;
      expect(shop.sales).toHaveLength(2);
      const { number } = shop.sales[1]!;
      const found = await connector.find!(findQuery(lost, checkout), call());
      if (found.kind !== 'found') return expect.unreachable(JSON.stringify(found));
      expect(found.purchase.merchantOrderIds).toEqual([number]);
      const track = () => connector.track!(trackQuery(lost, found.purchase), call());
      expect(await track()).toMatchObject({ kind: 'tracked' });
      shop.advance(number);
      expect(await track()).toMatchObject({ kind: 'tracked', shipments: [expect.anything()] });
      await shop.stop();
    },
  );

  it.concurrent.each(isWhole ? subjects : subjects.slice(2))(
    '$recipe refuses what the store does not sell, and names the step',
    async (subject) => {
      const { shop, connector, connectWith, kettle, mug, bowl, blue, request } = await startSubject(subject);
      const green = { productId: mug, variant: [{ label: 'Color', value: 'Green' }] };
      const cases: [PurchaseRequest, string][] = [
        [request([{ productId: bowl }]), 'product_out_of_stock'],
        [request([{ productId: mug }]), 'product_variant_required'],
        [request([green]), 'product_variant_unavailable'],
        [request([{ productId: kettle, quantity: 10 }]), 'product_quantity_unavailable'],
        [request([{ productId: subject.productIdOf('teapot', 99) }]), 'product_not_found'],
        [request([blue], promo('NOPE')), 'checkout_failed'],
      ];
      for (const [wanted, reason] of cases) {
        const refused = { kind: 'refused', reason, message: expect.stringMatching(/^At (add|check_out)\/[\w/]+: /) };
        expect(await connector.prepare!(wanted, call())).toMatchObject(refused);
      }
      if (subject.showsAddress) {
        shop.mood.apartment = 'Apt 9';
        const moved = connectWith({ patience_seconds: 4 });
        const differs = {
          reason: 'checkout_failed',
          detail: 'cart_differs',
          message: expect.stringMatching(/^At review: .*apartment/s),
        };
        expect(await moved.prepare!(request([{ productId: kettle }]), call())).toMatchObject(differs);
      }
      expect(shop.sales).toEqual([]);
      await shop.stop();
    },
  );

  it.concurrent.each(subjects)('$recipe shows products and searches', async (subject) => {
    const { shop, connector, mug, bowl } = await startSubject(subject);
    const product = (productId: string) => connector.product!({ retailer: 'real', productId }, call());
    expect(await product(mug)).toMatchObject({ payload: { title: 'Enamel Mug', price: 1_205 } });
    expect(await product(bowl)).toMatchObject({ payload: { title: 'Salad Bowl' } });
    expect(await product(subject.productIdOf('teapot', 99))).toMatchObject({ kind: 'missing' });
    const found = await connector.search!('real', { query: 'enamel', page: 1, freeShipping: false }, call());
    expect(found).toMatchObject({ results: [{ productId: mug, title: 'Enamel Mug', price: 1_205 }] });
    await shop.stop();
  });
});
