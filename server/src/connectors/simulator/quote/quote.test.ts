import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  configuredBrands,
  plainOptions,
  publicUrl,
  requestFor,
  scenarioProduct,
} from '../../../../test/stand-ins/simulator/bench.ts';
import { toCents } from '../../../kit/money.ts';
import type { PromoCode, PurchaseOptions, PurchaseRequest } from '../../contract.ts';
import { createSimulatorCatalog } from '../catalog/index.ts';
import { offersOf } from '../catalog/offers.ts';
import type { Product } from '../catalog/product.ts';
import { createTestShop } from '../scenarios.ts';
import { quote } from './quote.ts';

const catalogue = createSimulatorCatalog(configuredBrands(), createTestShop(publicUrl), publicUrl);
const friday = new Date('2026-08-21T12:00:00Z');

function productOf(retailer: string, fits: (product: Product) => boolean = () => true): Product {
  const isPlain = (product: Product) => product.stock > 3 && product.choices.every((choice) => !choice.required);
  const found = catalogue.store(retailer)!.products.find((product) => isPlain(product) && fits(product));
  if (!found) throw new Error(`Nothing fits at ${retailer}`);
  return found;
}

const ask = (request: PurchaseRequest) => quote(catalogue, request, friday);
const withOptions = (product: { retailer: string; productId: string }, options: Partial<PurchaseOptions>) =>
  ask(requestFor(product, { options: { ...plainOptions, ...options } }));

function withLine(product: Product, more: Partial<PurchaseRequest['lines'][number]>) {
  const purchaseRequest = requestFor(product);
  return ask({ ...purchaseRequest, lines: [{ ...purchaseRequest.lines[0]!, ...more }] });
}

function sentTo(product: Product, country: string, state: string | null) {
  const purchaseRequest = requestFor(product);
  return ask({ ...purchaseRequest, shippingAddress: { ...purchaseRequest.shippingAddress, country, state } });
}

const promo = (code: string, more: Partial<PromoCode> = {}): PromoCode => ({
  code,
  optional: false,
  merchantId: null,
  discountAmount: null,
  discountPercentage: null,
  costOverride: null,
  ...more,
});

describe('a quote', () => {
  it('sums to its total in whole cents, whatever is bought and wherever it goes', () => {
    const products = catalogue.retailers.flatMap((retailer) => catalogue.store(retailer)!.products);
    const state = fc.constantFrom('CA', 'TX', 'OR', 'NY', 'PR');
    const country = fc.constantFrom('US', 'DE', 'IT');
    fc.assert(
      fc.property(
        fc.constantFrom(...products),
        country,
        state,
        fc.integer({ min: 1, max: 5 }),
        (product, to, where, quantity) => {
          const purchaseRequest = requestFor(product);
          const variant = product.choices
            .filter((choice) => choice.required)
            .map((choice) => ({ label: choice.label, value: choice.values[0]!.value }));
          const address = { ...purchaseRequest.shippingAddress, country: to, state: to === 'US' ? where : null };
          const lines = [{ ...purchaseRequest.lines[0]!, quantity, variant }];
          const answer = ask({ ...purchaseRequest, lines, shippingAddress: address });
          if (answer.kind === 'refused') return;
          const { subtotal, shipping, tax, fees, total } = answer.price;
          for (const amount of [subtotal, shipping, tax, fees, total]) {
            expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
          }
          expect(subtotal + shipping + tax + fees).toBe(total);
        },
      ),
    );
  });

  it('adds sales tax by state, and calculates the VAT included in a price', () => {
    const product = productOf('apple', (candidate) => candidate.countries.includes('DE'));
    const { price } = product;
    expect(sentTo(product, 'US', 'OR')).toMatchObject({ price: { subtotal: price, tax: 0 } });
    const texan = Math.round((price * 6250) / 100_000);
    expect(sentTo(product, 'US', 'TX')).toMatchObject({ price: { subtotal: price, tax: texan } });
    const german = Math.round((price * 19) / 119);
    expect(sentTo(product, 'DE', null)).toMatchObject({ price: { subtotal: price - german, tax: german } });
    expect(sentTo(product, 'US', 'ZZ')).toMatchObject({ reason: 'shipping_address_invalid' });
    expect(withOptions(product, { failIfTaxed: true })).toMatchObject({ detail: 'tax_charged' });
  });

  it('ships only where the store ships', () => {
    expect(sentTo(productOf('walmart'), 'DE', null)).toMatchObject({ reason: 'shipping_unavailable' });
  });

  it('respects the stock and the limit per order', () => {
    const scarce = catalogue
      .store('rei')!
      .products.concat(catalogue.store('chewy')!.products, catalogue.store('walmart')!.products)
      .find(
        (product) =>
          product.stock === 3 && product.maxQuantity > 3 && product.choices.every((choice) => !choice.required),
      )!;
    expect(withLine(scarce, { quantity: 3 })).toMatchObject({ kind: 'quote' });
    expect(withLine(scarce, { quantity: 4 })).toMatchObject({ reason: 'product_quantity_unavailable' });
    expect(withLine(scarce, { quantity: 4, selection: { allowOutOfStock: true } })).toMatchObject({ kind: 'quote' });
    const limited = productOf('apple', (product) => product.maxQuantity === 3);
    expect(withLine(limited, { quantity: 4 })).toMatchObject({ reason: 'quantity_limit_exceeded' });
    const purchaseRequest = requestFor(limited);
    const line = { ...purchaseRequest.lines[0]!, quantity: 2 };
    expect(ask({ ...purchaseRequest, lines: [line, { ...line, lineId: 'second' }] })).toMatchObject({
      reason: 'quantity_limit_exceeded',
    });
  });

  it('asks for a variant if there is no default, and lists the available ones', () => {
    const bed = catalogue
      .store('chewy')!
      .products.find((product) => product.kind.noun === 'Dog Bed' && product.stock > 0)!;
    expect(withLine(bed, { variant: null })).toMatchObject({ reason: 'product_variant_required' });
    expect(withLine(bed, { variant: [{ label: 'Size', value: 'Gigantic' }] })).toMatchObject({
      reason: 'product_variant_unavailable',
    });
    expect(
      withLine(bed, {
        variant: [
          { label: 'Flavor', value: 'Beef' },
          { label: 'Size', value: 'Small' },
        ],
      }),
    ).toMatchObject({
      reason: 'product_variant_unavailable',
    });
    const unitPrice = (value: string): number => {
      const answer = withLine(bed, { variant: [{ label: 'size', value }] });
      return answer.kind === 'quote' ? answer.lines[0]!.unitPrice : Number.NaN;
    };
    expect(unitPrice('Large') - unitPrice('Small')).toBe(2000);
  });

  it('takes the offer that the criteria allow', () => {
    const store = catalogue.store('amazon')!;
    const traded = store.products.find(
      (product) =>
        product.stock > 3 &&
        offersOf(store, product).some((offer) => offer.condition === 'UsedGood' && offer.available),
    )!;
    const used = withLine(traded, { selection: { conditionIn: ['UsedGood'] } });
    expect(used).toMatchObject({ kind: 'quote' });
    if (used.kind === 'quote') expect(used.price.subtotal).toBeLessThan(traded.price);
    expect(withLine(traded, { selection: { merchantIdIn: ['nobody'] } })).toMatchObject({
      reason: 'product_unavailable',
    });
  });

  it('follows a replaced product ID, unless that is not allowed', () => {
    const [retired, successor] = [...catalogue.store('walmart')!.retired].find(([, product]) => product.stock > 0)!;
    const target = { retailer: 'walmart', productId: retired };
    const variant = successor.choices
      .filter((choice) => choice.required)
      .map(({ label, values }) => ({ label, value: values[0]!.value }));
    const purchaseRequest = requestFor(target);
    const lines = [{ ...purchaseRequest.lines[0]!, variant }];
    expect(ask({ ...purchaseRequest, lines })).toMatchObject({
      kind: 'quote',
      lines: [{ productId: successor.productId }],
    });
    expect(
      ask({ ...purchaseRequest, lines, options: { ...plainOptions, strictExpiredProductId: true } }),
    ).toMatchObject({
      reason: 'product_not_found',
      detail: 'expired_product_id',
    });
  });
});

describe('shipping', () => {
  const cheap = productOf(
    'walmart',
    (product) => product.price < 3000 && !product.freeShipping && product.grams < 10_000,
  );

  it('is free above the threshold and costs below it', () => {
    const dear = productOf('walmart', (product) => product.price > 3500 && product.grams < 10_000);
    expect(withOptions(dear, {})).toMatchObject({ price: { shipping: 0 } });
    const answer = withOptions(cheap, {});
    expect(answer.kind === 'quote' && answer.price.shipping).toBeGreaterThan(0);
    expect(withOptions(cheap, { shippingMethod: 'free' })).toMatchObject({ detail: 'no_free_shipping' });
    expect(withOptions(dear, { shippingMethod: 'free' })).toMatchObject({ price: { shipping: 0 } });
  });

  it('can be fast, for a fee', () => {
    const [slow, fast] = [withOptions(cheap, {}), withOptions(cheap, { shippingMethod: 'fastest' })];
    if (slow.kind !== 'quote' || fast.kind !== 'quote') return expect.unreachable();
    expect(fast.price.shipping).toBeGreaterThan(slow.price.shipping);
    expect(fast.estimatedDelivery < slow.estimatedDelivery).toBe(true);
    expect(withOptions(cheap, { maxDeliveryDays: 0 })).toMatchObject({ detail: 'max_delivery_days_exceeded' });
  });

  it('avoids the weekend on request', () => {
    for (const product of catalogue.store('walmart')!.products.slice(0, 40)) {
      const answer = withOptions(product, { disableWeekendShipping: true });
      if (answer.kind === 'quote') expect([0, 6]).not.toContain(new Date(answer.estimatedDelivery).getUTCDay());
    }
  });

  it('knows the marketplace day at one store only', () => {
    const product = productOf('amazon');
    const answer = withOptions(product, { shippingMethod: 'market_day', marketDay: 'Tuesday' });
    expect(answer).toMatchObject({ kind: 'quote', price: { shipping: 0 } });
    if (answer.kind === 'quote') expect(new Date(answer.estimatedDelivery).getUTCDay()).toBe(2);
    expect(withOptions(product, { marketDay: 'Someday' })).toMatchObject({ detail: 'invalid_shipping_method' });
    expect(withOptions(cheap, { shippingMethod: 'market_day' })).toMatchObject({
      detail: 'shipping_method_unavailable',
    });
  });
});

describe('gifts and promo codes', () => {
  it('wraps for a fee where the store wraps, and refuses elsewhere', () => {
    expect(withOptions(productOf('target'), { isGift: true, useGiftWrap: true })).toMatchObject({
      price: { fees: 399 },
    });
    expect(withOptions(productOf('walmart'), { isGift: true })).toMatchObject({ kind: 'quote', price: { fees: 0 } });
    expect(withOptions(productOf('walmart'), { useGiftWrap: true })).toMatchObject({ detail: 'invalid_gift_options' });
    expect(withOptions(productOf('costco'), { isGift: true })).toMatchObject({ reason: 'gift_option_unavailable' });
  });

  it('takes the codes that it knows and refuses the others, unless they are optional', () => {
    const target = scenarioProduct('success');
    expect(withOptions(target, { promoCodes: [promo('WELCOME10')] })).toMatchObject({ price: { total: 1800 } });
    expect(withOptions(target, { promoCodes: [promo('NOPE')] })).toMatchObject({ detail: 'invalid_promo_code' });
    expect(withOptions(target, { promoCodes: [promo('NOPE', { optional: true })] })).toMatchObject({
      price: { total: 1999 },
    });
    expect(withOptions(target, { promoCodes: [promo('SAVE5')] })).toMatchObject({ detail: 'invalid_promo_code' });
    expect(withOptions(target, { promoCodes: [promo('WELCOME10', { merchantId: 'somebody' })] })).toMatchObject({
      detail: 'invalid_promo_code',
    });
  });

  it('binds a code to what the client requested', () => {
    const target = scenarioProduct('success');
    const total = (code: PromoCode) => withOptions(target, { promoCodes: [code] });
    expect(total(promo('WELCOME10', { discountPercentage: 10 }))).toMatchObject({ kind: 'quote' });
    expect(total(promo('WELCOME10', { discountPercentage: 30 }))).toMatchObject({ kind: 'refused' });
    expect(total(promo('WELCOME10', { discountAmount: toCents(500) }))).toMatchObject({ kind: 'refused' });
    expect(total(promo('WELCOME10', { costOverride: toCents(1800) }))).toMatchObject({ kind: 'quote' });
    expect(total(promo('WELCOME10', { costOverride: toCents(1500) }))).toMatchObject({ kind: 'refused' });
  });
});
