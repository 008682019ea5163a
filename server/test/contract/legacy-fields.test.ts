import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Product } from '../../src/connectors/simulator/catalog/product.ts';
import { hourMs } from '../../src/kit/clock.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { dashed, type LegacyClient, legacyAddress, managed } from '../harness/legacy.ts';
import { legacyOrders, legacySystem } from '../harness/legacy-orders.ts';
import { loadStoreProducts } from '../harness/store-products.ts';
import type { TestSystem } from '../harness/system.ts';

// Every field of the order request: what it does, seen in the store's books, or what it is refused with.
// docs/interface/legacy-fields.md points here; the criteria for offers are in legacy-offers.test.ts.

let system: TestSystem;
let client: LegacyClient;
let key: string;
const clock = fakeClock();
beforeAll(async () => {
  ({ system, client, key } = await legacySystem(clock));
});
afterAll(() => system.stop());

const { refused, refusedPaths, settled } = legacyOrders(() => ({ system, client }));

async function at(retailer: string, test: (product: Product) => boolean = () => true) {
  const product = (await loadStoreProducts(retailer)).find(test);
  return { retailer, products: [{ product_id: product.productId, quantity: 1 }], max_price: 10_000_000 };
}

describe('retailer and products', () => {
  it('retailer: an unknown one is refused, its case does not matter', async () => {
    expect((await refused(managed({ retailer: 'nowhere' }))).code).toBe('unknown_retailer');
    const order = await at('target');
    expect((await settled(managed({ ...order, retailer: 'Target' }))).order._type).toBe('order_response');
  });

  it('products: from 1 to 50', async () => {
    const line = { product_id: 'test-success', quantity: 1 };
    expect(await refusedPaths(managed({ products: [] }))).toEqual(['products']);
    expect(await refusedPaths(managed({ products: Array(51).fill(line) }))).toEqual(['products']);
    expect((await settled(managed({ products: [line, line] }))).bought?.lines).toHaveLength(2);
  });

  it('product_id: by ID or by address, of this retailer', async () => {
    const amazon = await at('amazon');
    const product = (await loadStoreProducts('amazon')).find(() => true);
    const byAddress = { ...amazon, products: [{ product_id: product.url, quantity: 1 }] };
    expect((await settled(managed(byAddress))).bought?.lines[0]?.productId).toBe(product.productId);
    const lower = { ...amazon, products: [{ product_id: product.productId.toLowerCase(), quantity: 1 }] };
    expect((await settled(managed(lower))).bought?.lines[0]?.productId).toBe(product.productId);
    expect((await refused(managed({ ...byAddress, retailer: 'walmart' }))).code).toBe('mismatching_retailer');
    const strange = { ...amazon, products: [{ product_id: 'not an asin', quantity: 1 }] };
    expect((await refused(managed(strange))).code).toBe('unsupported_product_id');
    const nobody = { ...amazon, products: [{ product_id: 'https://nobody.invalid/x', quantity: 1 }] };
    expect((await refused(managed(nobody))).code).toBe('unsupported_product_id');
    const unknown = { ...amazon, products: [{ product_id: 'B000000000', quantity: 1 }] };
    expect((await settled(managed(unknown))).order.code).toBe('product_unavailable');
  });

  it('quantity: whole, from 1 to 100, and what the store allows', async () => {
    for (const quantity of [0, -1, 1.5]) {
      const products = [{ product_id: 'test-success', quantity }];
      expect((await refused(managed({ products }))).code).toBe('invalid_quantity');
    }
    const many = [{ product_id: 'test-success', quantity: 101 }];
    expect((await refused(managed({ products: many }))).code).toBe('max_quantity_exceeded');
    const two = await settled(managed({ products: [{ product_id: 'test-success', quantity: 2 }] }));
    expect(two.order.price_components.subtotal).toBe(2 * 1999);
    const scarce = await at('amazon', (product) => product.maxQuantity < 50);
    scarce.products[0]!.quantity = 90;
    expect((await settled(managed(scarce))).order.code).toBe('max_quantity_exceeded');
  });

  it('variants: chosen by dimension and value', async () => {
    const { store } = await loadStoreProducts('target');
    const product = store.products.find((one) => one.stock > 10 && one.choices.some((choice) => choice.required))!;
    const order = { retailer: 'target', max_price: 10_000_000 };
    const bare = [{ product_id: product.productId, quantity: 1 }];
    expect((await settled(managed({ ...order, products: bare }))).order.code).toBe('insufficient_variants');
    const wrong = [{ ...bare[0], variants: [{ dimension: product.choices[0]!.label, value: 'no such value' }] }];
    const answer = await settled(managed({ ...order, products: wrong }));
    expect(['invalid_variant', 'insufficient_variants']).toContain(answer.order.code);
  });
});

describe('shipping_address', () => {
  const to = (more: Record<string, unknown>) => managed({ shipping_address: { ...legacyAddress, ...more } });

  it.each([
    [{ zip_code: 'ABC' }, 'shipping_address.zip_code'],
    [{ state: 'ZZ' }, 'shipping_address.state'],
    [{ phone_number: 'none' }, 'shipping_address.phone_number'],
  ])('refuses %j as invalid_address', async (more, path) => {
    const answer = await refused(to(more));
    expect(answer.code).toBe('invalid_address');
    expect(answer.data.validator_errors[0].path).toBe(path);
  });

  it('refuses a country that is not delivered to', async () => {
    expect((await refused(to({ country: 'FR' }))).code).toBe('invalid_address');
  });

  it('names what is missing', async () => {
    const { city: _city, last_name: _name, ...rest } = legacyAddress;
    expect((await refusedPaths(managed({ shipping_address: rest }))).sort()).toEqual([
      'shipping_address.city',
      'shipping_address.last_name',
    ]);
  });

  it('reaches the store, instructions included', async () => {
    const { bought } = await settled(to({ address_line2: 'Apt 4', instructions: 'Ring twice', phone_number: null }));
    expect(bought?.address).toMatchObject({ addressLine1: '1 Market St', addressLine2: 'Apt 4', postalCode: '94105' });
    expect(bought?.notes.instructions).toBe('Ring twice');
  });
});

describe('gifts', () => {
  it('is_gift and gift_message reach the store', async () => {
    const { bought } = await settled(managed({ is_gift: true, gift_message: 'Happy birthday' }));
    expect(bought?.gift).toEqual({ message: 'Happy birthday', isWrapped: false });
    expect(await refusedPaths({ ...managed(), is_gift: undefined })).toEqual(['is_gift']);
  });

  it('use_gift_wrap wraps and costs, or is refused by a store that does not wrap', async () => {
    const { order, bought } = await settled(managed({ is_gift: true, use_gift_wrap: true }));
    expect(bought?.gift).toEqual({ message: null, isWrapped: true });
    expect(order.price_components.fees).toBe(399);
    const elsewhere = await settled(managed({ ...(await at('walmart')), is_gift: true, use_gift_wrap: true }));
    expect(elsewhere.order.code).toBe('invalid_gift_options');
  });

  it('require_gift fails where a store sends no gifts', async () => {
    const { order } = await settled(managed({ ...(await at('costco')), is_gift: true, require_gift: true }));
    expect(order.code).toBe('no_gift_shipping');
  });

  it.each([
    { gift_message: 'Hello' },
    { require_gift: true },
    { use_gift_wrap: true },
    { is_gift: true, gift_message: 'x'.repeat(241) },
  ])('refuses %j', async (more) => {
    expect((await refused(managed(more))).code).toBe('invalid_gift_options');
  });
});

describe('shipping', () => {
  it('shipping_method: cheapest, fastest, free, or refused', async () => {
    const amazon = await at(
      'amazon',
      (product) => product.grams < 10_000 && !product.freeShipping && product.price < 2000,
    );
    const slow = await settled(managed({ ...amazon, shipping_method: 'cheapest' }));
    const fast = await settled(managed({ ...amazon, shipping_method: 'fastest' }));
    expect(fast.order.price_components.shipping).toBeGreaterThan(slow.order.price_components.shipping);
    expect(fast.order.delivery_dates[0].delivery_date < slow.order.delivery_dates[0].delivery_date).toBe(true);
    expect((await settled(managed({ ...amazon, shipping_method: 'free' }))).order.code).toBe('no_free_shipping');
    const free = await at('amazon', (product) => product.freeShipping);
    const gratis = await settled(managed({ ...free, shipping_method: 'free' }));
    expect(gratis.order.price_components.shipping).toBe(0);
    expect((await refused(managed({ shipping_method: 'drone' }))).code).toBe('invalid_shipping_method');
  });

  it('market_day: delivered on that day of the week where the marketplace has it', async () => {
    const amazon = await at('amazon');
    const { order } = await settled(managed({ ...amazon, market_day: 'Tuesday' }));
    expect(new Date(order.delivery_dates[0].delivery_date).getUTCDay()).toBe(2);
    expect(order.price_components.shipping).toBe(0);
    const friday = await settled(managed({ ...amazon, shipping_method: 'market_day' }));
    expect(new Date(friday.order.delivery_dates[0].delivery_date).getUTCDay()).toBe(5);
    const elsewhere = await settled(managed({ ...(await at('walmart')), market_day: 'tuesday' }));
    expect(elsewhere.order.code).toBe('shipping_method_unavailable');
    expect(await refusedPaths(managed({ market_day: 'someday' }))).toEqual(['market_day']);
    const both = managed({ market_day: 'monday', shipping_method: 'fastest' });
    expect((await refused(both)).code).toBe('invalid_shipping_method');
  });

  it('max_delivery_days', async () => {
    const amazon = await at('amazon');
    expect((await settled(managed({ ...amazon, max_delivery_days: 0 }))).order.code).toBe('max_delivery_days_exceeded');
    expect((await settled(managed({ ...amazon, max_delivery_days: 60 }))).order._type).toBe('order_response');
    expect(await refusedPaths(managed({ max_delivery_days: -1 }))).toEqual(['max_delivery_days']);
  });

  it('disable_weekend_shipping: nothing arrives on a weekend', async () => {
    const amazon = await at('amazon');
    const start = clock.now();
    const arrivals = new Set<number>();
    for (let day = 0; day < 7; day += 1) {
      const { order } = await settled(managed({ ...amazon, disable_weekend_shipping: true }));
      arrivals.add(new Date(order.delivery_dates[0].delivery_date).getUTCDay());
      clock.advance(24 * hourMs);
    }
    expect([...arrivals].filter((day) => day === 0 || day === 6)).toEqual([]);
    const saturday = managed({ ...amazon, market_day: 'saturday', disable_weekend_shipping: true });
    expect((await settled(saturday)).order.code).toBe('shipping_method_unavailable');
    clock.set(start);
  });
});

describe('money', () => {
  it('max_price: needed for a managed order, and never passed', async () => {
    expect(await refusedPaths({ ...managed(), max_price: undefined })).toEqual(['max_price']);
    expect(await refusedPaths(managed({ max_price: 0 }))).toEqual(['max_price']);
    expect(await refusedPaths(managed({ max_price: 19.99 }))).toEqual(['max_price']);
    expect((await settled(managed({ max_price: 1998 }))).order.code).toBe('max_price_exceeded');
    expect((await settled(managed({ max_price: 1999 }))).order._type).toBe('order_response');
  });

  it('mgd_discount lowers what may be paid', async () => {
    const made = await client.post('/v1/orders', managed({ max_price: 2500, mgd_discount: -20 }));
    expect((await system.get(`/orders/${dashed(made.body.request_id)}`, key)).body.max_price).toBe(2000);
    expect((await settled(managed({ max_price: 2000, mgd_discount: -50 }))).order.code).toBe('max_price_exceeded');
    expect(await refusedPaths(managed({ mgd_discount: -51 }))).toEqual(['mgd_discount']);
    expect(await refusedPaths(managed({ mgd_discount: 1 }))).toEqual(['mgd_discount']);
  });

  it('fail_if_taxed', async () => {
    const amazon = await at('amazon');
    expect((await settled(managed({ ...amazon, fail_if_taxed: true }))).order.code).toBe('tax_charged');
    const oregon = { ...legacyAddress, state: 'OR', zip_code: '97201', city: 'Portland' };
    const free = await settled(managed({ ...amazon, fail_if_taxed: true, shipping_address: oregon }));
    expect(free.order.price_components.tax).toBe(0);
  });

  it('tax_exemption_opt_out: tax is paid', async () => {
    const { order } = await settled(managed({ ...(await at('amazon')), tax_exemption_opt_out: true }));
    expect(order.price_components.tax).toBeGreaterThan(0);
  });

  it('promo_codes: applied, refused, or left out when optional', async () => {
    const amazon = await at('amazon', (product) => product.price > 3000);
    const plain = await settled(managed(amazon));
    const code = (promo: Record<string, unknown>) => managed({ ...amazon, promo_codes: [promo] });
    const before = plain.order.price_components.subtotal;
    const saved = await settled(code({ code: 'WELCOME10' }));
    expect(saved.order.price_components.subtotal).toBe(before - Math.floor(before / 10));
    expect((await settled(code({ code: 'NOPE' }))).order.code).toBe('invalid_promo_code');
    expect((await settled(code({ code: 'NOPE', optional: true }))).order.price_components.subtotal).toBe(before);
    for (const expected of [
      { discount_amount: before },
      { discount_percentage: 50 },
      { cost_override: 1 },
      { merchant_id: 'NOBODY' },
    ]) {
      expect((await settled(code({ code: 'WELCOME10', ...expected }))).order.code).toBe('invalid_promo_code');
    }
    const kept = { code: 'WELCOME10', discount_amount: 1, discount_percentage: 10, cost_override: before };
    expect((await settled(code(kept))).order._type).toBe('order_response');
    expect(await refusedPaths(code({ optional: true }))).toEqual(['promo_codes.0.code']);
  });
});

describe('what travels along', () => {
  it('po_number and customs_id_number reach the store', async () => {
    const { bought, requestId } = await settled(managed({ po_number: 4711, customs_id_number: 'P123' }));
    expect(bought?.notes).toMatchObject({ poNumber: '4711', customsIdNumber: 'P123' });
    expect((await system.get(`/orders/${dashed(requestId)}`, key)).body.po_number).toBe('4711');
    expect(await refusedPaths(managed({ po_number: { a: 1 }, customs_id_number: 5 }))).toEqual([
      'po_number',
      'customs_id_number',
    ]);
  });

  it('client_notes come back, and are the metadata of the order', async () => {
    const notes = { ref: 'A', nested: { password: 'mine' } };
    const { order, requestId } = await settled(managed({ client_notes: notes }));
    expect(order.request.client_notes).toEqual(notes);
    expect((await system.get(`/orders/${dashed(requestId)}`, key)).body.metadata).toEqual(notes);
    expect(await refusedPaths(managed({ client_notes: 'text' }))).toEqual(['client_notes']);
    expect(await refusedPaths(managed({ client_notes: { a: 'x'.repeat(17_000) } }))).toEqual(['client_notes']);
  });

  it('strict_expired_product_id fails where the store has replaced a product', async () => {
    const stores = await Promise.all(
      ['amazon', 'homedepot', 'staples', 'chewy', 'costco', 'ikea'].map(loadStoreProducts),
    );
    const retired = stores
      .flatMap(({ store }) => [...store.retired].map(([id, product]) => ({ id, product })))
      .find(({ product }) => product.stock > 10 && !product.choices.some((choice) => choice.required))!;
    const products = [{ product_id: retired.id, quantity: 1 }];
    const order = { retailer: retired.product.retailer, products, max_price: 100_000_000 };
    expect((await settled(managed(order))).order._type).toBe('order_response');
    const strict = await settled(managed({ ...order, strict_expired_product_id: true }));
    expect(strict.order.code).toBe('expired_product_id');
  });
});
