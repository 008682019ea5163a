import { afterEach, describe, expect, it } from 'vitest';
import { call, findQuery } from '../../../test/conformance/subject.ts';
import { runningClock } from '../../../test/harness/fake-clock.ts';
import { createLossyClient } from '../../../test/harness/stores/client.ts';
import { type MedusaStandIn, startMedusaStandIn } from '../../../test/harness/stores/medusa-stand-in.ts';
import { liveStore, requestFor, storeAccount } from '../../../test/harness/stores/request.ts';
import { hourMs, minuteMs } from '../../kit/clock.ts';
import { toCents } from '../../kit/money.ts';
import { createLogger } from '../../platform/logger.ts';
import type { Checkout, FindQuery, PurchaseRequest } from '../contract.ts';
import { medusa } from './index.ts';

const opened: MedusaStandIn[] = [];
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.stop();
});

async function open(more: Parameters<typeof liveStore>[2] = {}) {
  const shop = await startMedusaStandIn();
  opened.push(shop);
  const client = createLossyClient();
  const settings = { publishable_key: shop.publishableKey };
  const store = liveStore('medusa', shop.url, { payment: 'pp_system_default', settings, ...more });
  const logger = createLogger({ level: 'silent' });
  const clock = runningClock();
  clock.sleep = async (ms) => clock.advance(ms);
  const connector = medusa.create(store, { client, clock, logger, credentials: async () => ({}) });
  const prepare = (request: PurchaseRequest) => connector.prepare!(request, call());
  const ready = async (request: PurchaseRequest): Promise<Checkout> => {
    const prepared = await prepare(request);
    if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared));
    return prepared.checkout;
  };
  const submit = (checkout: Checkout, request: PurchaseRequest) => connector.submit!(checkout, request, call());
  const find = (query: FindQuery) => connector.find!(query, call());
  const fence = (query: FindQuery) => connector.fence!(query, call());
  const account = storeAccount('customer@example.com', 'Long-enough-1');
  shop.register(account.email, await account.password());
  return { shop, client, clock, connector, account, prepare, ready, submit, find, fence };
}

/** One more try, then it is final. */
const differs = { kind: 'refused', reason: 'checkout_failed', detail: 'cart_differs', retryOnce: true };
const strange = { kind: 'refused', reason: 'checkout_failed', detail: 'not_understood', retryOnce: true };
const page = { status: 200, text: '<!doctype html><title>Down for maintenance</title>' };

const mugs = (more: Partial<PurchaseRequest> = {}) => requestFor([{ productId: 'mug', quantity: 2 }], more);

describe('the cart', () => {
  it('is priced in whole cents, with the cheapest delivery', async () => {
    const { ready } = await open();
    // 16.20 and 5.99, and 1.830675 in tax.
    expect((await ready(mugs())).price).toEqual({
      currency: 'USD',
      basis: 'net',
      subtotal: 1620,
      shipping: 599,
      tax: 183,
      fees: 0,
      total: 2402,
    });
  });

  it.each([
    ['poster', null, 1, 'product_out_of_stock'],
    ['shirt', 'S', 3, 'product_quantity_unavailable'],
    ['shirt', null, 1, 'product_variant_required'],
    ['nothing', null, 1, 'product_not_found'],
  ])('refuses %s (%s) × %i with %s and buys nothing', async (productId, size, quantity, reason) => {
    const { shop, prepare } = await open();
    const variant = size === null ? null : [{ label: 'Size', value: size }];
    expect(await prepare(requestFor([{ productId, quantity, variant }]))).toMatchObject({ kind: 'refused', reason });
    expect(shop.orders).toEqual([]);
  });

  it('names the lines of which the store has too few, and how many it has', async () => {
    const { prepare } = await open();
    const small = [{ label: 'Size', value: 'S' }];
    const request = requestFor([{ productId: 'mug' }, { productId: 'shirt', quantity: 3, variant: small }]);
    const [, shirt] = request.lines;
    const { lineId } = shirt!;
    expect(await prepare(request)).toMatchObject({ lineIds: [lineId], limits: [{ lineId, quantity: 1 }] });
    expect(await prepare({ ...request, lines: [request.lines[0]!, { ...shirt!, quantity: 1 }] })).toMatchObject({
      kind: 'ready',
    });
  });

  it('is not prepared above max_price, nor in another currency', async () => {
    const { prepare } = await open();
    expect(await prepare(mugs({ maxPrice: toCents(2401) }))).toMatchObject({ reason: 'max_price_exceeded' });
    const abroad = await open({ currency: 'EUR' });
    expect(await abroad.prepare(mugs())).toMatchObject({ kind: 'refused', reason: 'currency_unsupported' });
  });

  it('is final if the response is not from such a store, and retried if the store is down', async () => {
    const { shop, prepare } = await open();
    for (const words of ['/store/regions', '/store/products', '/store/shipping-options', '/shipping-methods']) {
      shop.faults.answers = { words, ...page };
      expect(await prepare(mugs()), words).toMatchObject(strange);
      shop.faults.answers = { words, status: 200, text: '{}' };
      expect(await prepare(mugs()), words).toMatchObject(strange);
      for (const [status, reason] of [
        [503, 'retailer_unavailable'],
        [429, 'retailer_rate_limited'],
      ] as const) {
        shop.faults.answers = { words, status, text: '' };
        expect(await prepare(mugs()), words).toMatchObject({ kind: 'blocked', reason });
      }
      shop.faults.answers = null;
      await prepare(mugs());
    }
    expect(shop.orders).toEqual([]);
  });

  it('says what the store refused', async () => {
    const { prepare } = await open({ settings: { publishable_key: 'pk_wrong' } });
    expect(await prepare(mugs())).toMatchObject({
      ...strange,
      message: expect.stringContaining('Publishable API key required'),
    });
  });
});

describe('the button', () => {
  async function filled(more: Partial<PurchaseRequest> = {}) {
    const opened = await open();
    const request = mugs(more);
    const checkout = await opened.ready(request);
    const [cart] = [...opened.shop.carts.values()];
    return { ...opened, request, checkout, cart: cart! };
  }

  it('is pressed for what was quoted, and the order bears our reference', async () => {
    const { shop, request, checkout, submit } = await filled();
    const outcome = await submit(checkout, request);
    expect(outcome).toMatchObject({ kind: 'placed', purchase: { price: checkout.price } });
    expect(shop.orders.map(({ metadata }) => metadata)).toEqual([{ reference: request.reference }]);
  });

  it('hands the tax number of a business over with the order', async () => {
    const { shop, request, checkout, submit } = await filled({ options: { ...mugs().options, taxId: 'DE123456789' } });
    await submit(checkout, request);
    expect(shop.orders[0]!.metadata).toEqual({ reference: request.reference, tax_id: 'DE123456789' });
  });

  it.each([
    ['the price rose', (cart: { items: { variant: { price: number } }[] }) => (cart.items[0]!.variant.price = 8.11)],
    ['the price fell', (cart: { items: { variant: { price: number } }[] }) => (cart.items[0]!.variant.price = 8.09)],
    ['the cart was emptied', (cart: { items: unknown[] }) => cart.items.splice(0)],
    [
      'the quantity moved between lines',
      (cart: { items: { quantity: number; id: string }[] }) => {
        cart.items[0]!.quantity = 1;
        cart.items.push({ ...cart.items[0]!, id: 'cali_other' });
      },
    ],
    [
      'the address is another',
      (cart: { shippingAddress: Record<string, unknown> }) => (cart.shippingAddress.address_1 = '2 Elsewhere St'),
    ],
  ])('is not pressed when %s', async (_name, change) => {
    const { shop, request, checkout, cart, submit } = await filled();
    change(cart as never);
    expect(await submit(checkout, request)).toMatchObject(differs);
    expect(shop.orders).toEqual([]);
  });

  it('is not pressed above max_price', async () => {
    const { shop, request, checkout, submit } = await filled();
    const poor = { ...request, maxPrice: toCents(checkout.price.total - 1) };
    expect(await submit(checkout, poor)).toMatchObject({ kind: 'refused', reason: 'max_price_exceeded' });
    expect(shop.orders).toEqual([]);
  });

  it('is not pressed for a cart that was bought before', async () => {
    const { shop, request, checkout, submit } = await filled();
    await submit(checkout, request);
    expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
    expect(shop.orders).toHaveLength(1);
  });

  it('does not count as failed if the cart was completed', async () => {
    const { shop, request, checkout, submit, find } = await filled();
    shop.faults.completing = { status: 400, type: 'invalid_data', message: 'Something failed', isSold: true };
    expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
    expect(await find(findQuery(request, checkout))).toMatchObject({ kind: 'found' });
    expect(shop.soldUnder(request.reference)).toBe(1);
  });

  it.each([408, 409, 425])(
    'is not believed to have failed on a %i: the cart may be being completed',
    async (status) => {
      const { shop, request, checkout, submit } = await filled();
      shop.faults.completing = { status, type: 'conflict', message: 'Cart is being completed', isSold: false };
      expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
      expect(shop.orders).toEqual([]);
    },
  );

  it('is not over while the payment needs more: the shop completes the cart when the provider says so', async () => {
    const { shop, request, checkout, submit } = await filled();
    shop.faults.declines = 'payment_requires_more_error';
    expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
  });

  it('failed if the store says so and the cart is still open', async () => {
    const { shop, request, checkout, submit, find } = await filled();
    const refusal = { status: 400, type: 'not_allowed', message: 'Not today', isSold: false };
    shop.faults.completing = refusal;
    expect(await submit(checkout, request)).toMatchObject({ kind: 'refused', reason: 'checkout_failed' });
    shop.faults.completing = { ...refusal, code: 'insufficient_inventory' };
    expect(await submit(checkout, request)).toMatchObject({ kind: 'refused', reason: 'product_out_of_stock' });
    shop.faults.completing = null;
    shop.faults.declines = 'payment_authorization_error';
    expect(await submit(checkout, request)).toMatchObject({ kind: 'refused', reason: 'payment_declined' });
    expect(await find(findQuery(request, checkout))).toEqual({ kind: 'absent' });
    expect(shop.orders).toEqual([]);
  });

  it('leaves the outcome open when the answer is a page', async () => {
    const { shop, request, checkout, submit } = await filled();
    shop.faults.answers = { words: '/complete', ...page };
    expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
    shop.faults.answers = { words: '/complete', status: 200, text: '{"type":"order"}' };
    expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
  });

  it('is fenced by emptying the cart, and only when the store shows it empty', async () => {
    const { shop, request, checkout, cart, submit, find, fence } = await filled();
    const query = findQuery(request, checkout);
    shop.faults.answers = { words: '/line-items/', status: 500, text: '{}' };
    expect(await fence(query)).toEqual({ fenced: false });
    expect(cart.items).toHaveLength(1);
    shop.faults.answers = { words: `/store/carts/${cart.id}`, status: 500, text: '{}' };
    expect(await fence(query)).toEqual({ fenced: false });
    expect(await find(query)).toMatchObject({ kind: 'unsure' });
    shop.faults.answers = null;
    expect(await fence(query)).toEqual({ fenced: true });
    expect(await submit(checkout, request)).toMatchObject(differs);
    expect(shop.orders).toEqual([]);
  });

  it('is waited for where the shop had begun to complete the cart before it was emptied', async () => {
    const { shop, clock, request, checkout, cart, find, fence } = await filled();
    const { sleep } = clock;
    const begun = shop.beginToComplete(cart.id);
    clock.sleep = async (ms) => {
      begun();
      return sleep(ms);
    };
    const query = findQuery(request, checkout);
    expect(await fence(query)).toEqual({ fenced: true });
    expect(await find(query)).toMatchObject({ kind: 'found' });
    expect(shop.soldUnder(request.reference)).toBe(1);
  });
});

// What a restored copy of the database asks: it knows the order, and no cart.
describe('an order without a handle', () => {
  const since = () => new Date(Date.now() - minuteMs);
  const lost = (request: PurchaseRequest, more: Partial<FindQuery> = {}): FindQuery => ({
    ...findQuery(request),
    since: since(),
    ...more,
  });

  async function bought(shop: Awaited<ReturnType<typeof open>>, more: Partial<PurchaseRequest> = {}) {
    const request = mugs({ account: shop.account, ...more });
    const outcome = await shop.submit(await shop.ready(request), request);
    if (outcome.kind !== 'placed') throw new Error(JSON.stringify(outcome));
    return { request, purchase: outcome.purchase };
  }

  it('is found by our reference in the account’s order list, on any page', async () => {
    const shop = await open();
    const { request, purchase } = await bought(shop);
    const note = JSON.parse(purchase.note!) as object;
    const found = { kind: 'found', purchase: { ...purchase, note: JSON.stringify({ ...note, cartId: '' }) } };
    expect(await shop.find(lost(request))).toEqual(found);
    const [order] = shop.shop.orders;
    for (let index = 0; index < 60; index += 1) {
      shop.shop.orders.push({ ...order!, id: `order_${index}`, metadata: { reference: crypto.randomUUID() } });
    }
    expect(await shop.find(lost(request))).toEqual(found);
  });

  it('is found by our reference, and unsure without it, where the store’s clock is wrong', async () => {
    const shop = await open();
    const { request, purchase } = await bought(shop);
    const [order] = shop.shop.orders;
    for (const off of [10 * minuteMs, 25 * hourMs, -25 * hourMs]) {
      order!.createdAt = new Date(Date.now() - off).toISOString();
      order!.metadata = { reference: request.reference };
      expect(await shop.find(lost(request)), `${off}`).toMatchObject({ kind: 'found' });
      order!.metadata = {};
      const unsure = { kind: 'unsure', message: expect.stringContaining(purchase.merchantOrderIds[0]!) };
      expect(await shop.find(lost(request)), `${off}`).toEqual(unsure);
    }
    order!.createdAt = new Date(Date.now() - 27 * hourMs).toISOString();
    expect(await shop.find(lost(request))).toEqual({ kind: 'absent' });
    order!.metadata = { reference: request.reference };
    expect(await shop.find(lost(request))).toMatchObject({ kind: 'found' });
  });

  it('is not confused by many orders without a reference that other orders own', async () => {
    const shop = await open();
    await bought(shop);
    const [order] = shop.shop.orders;
    for (let index = 0; index < 30; index += 1)
      shop.shop.orders.push({ ...order!, id: `order_${index}`, metadata: {} });
    const request = mugs({ account: shop.account });
    expect(await shop.find(lost(request))).toMatchObject({ kind: 'unsure' });
    expect(await shop.find(lost(request, { isTaken: async () => true }))).toEqual({ kind: 'absent' });
  });

  it('is absent if the list has only our other orders, and cannot be fenced', async () => {
    const shop = await open();
    await bought(shop);
    const request = mugs({ account: shop.account });
    expect(await shop.fence(lost(request))).toEqual({ fenced: false });
    expect(await shop.find(lost(request))).toEqual({ kind: 'absent' });
    expect(shop.connector.lateWindowMs).toBe(15 * minuteMs);
  });

  it('is unsure where the store lost the reference of an order that fits', async () => {
    const shop = await open();
    shop.shop.faults.losesMetadata = true;
    const { request, purchase } = await bought(shop);
    const [id] = purchase.merchantOrderIds;
    expect(await shop.find(lost(request))).toEqual({ kind: 'unsure', message: expect.stringContaining(id!) });
    expect(await shop.find(lost(request, { isTaken: async () => true }))).toEqual({ kind: 'absent' });
    const other = mugs({ account: shop.account, lines: requestFor([{ productId: 'mug' }]).lines });
    expect(await shop.find(lost(other))).toEqual({ kind: 'absent' });
  });

  it('is unsure where the store cut our reference off', async () => {
    const shop = await open();
    const { request } = await bought(shop);
    for (const order of shop.shop.orders) order.metadata = { reference: request.reference.slice(0, 30) };
    expect(await shop.find(lost(request))).toMatchObject({ kind: 'unsure' });
  });

  it('is unsure if the store sold it twice', async () => {
    const shop = await open();
    const { request } = await bought(shop);
    await bought(shop, { reference: request.reference });
    expect(await shop.find(lost(request))).toMatchObject({ kind: 'unsure', message: expect.stringContaining('twice') });
  });

  it('is unsure where the list cannot be read to its end, or is not sorted', async () => {
    const shop = await open();
    const { request } = await bought(shop);
    const stranger = mugs({ account: shop.account });
    const undated = '{"orders":[{"id":"order_1","created_at":"0000-00-00 00:00:00"}],"count":1}';
    const empty = '{"orders":[],"count":1}';
    for (const text of ['{}', '{"orders":[{"id":"order_1"}],"count":1}', empty, undated, page.text]) {
      shop.shop.faults.answers = { words: '/store/orders?', status: 200, text };
      expect(await shop.find(lost(stranger)), text).toMatchObject({ kind: 'unsure' });
    }
    shop.shop.faults.answers = null;
    const [order] = shop.shop.orders;
    for (let index = 0; index < 60; index += 1) {
      const createdAt = new Date(Date.now() - (10 + index) * minuteMs).toISOString();
      shop.shop.orders.unshift({
        ...order!,
        id: `order_${index}`,
        createdAt,
        metadata: { reference: crypto.randomUUID() },
      });
    }
    shop.shop.faults.listsOldestFirst = true;
    expect(await shop.find(lost(request))).toMatchObject({ kind: 'unsure' });
  });

  it('is unsure for good where it was bought as a guest, and where the account does not let us in', async () => {
    const shop = await open();
    const { request } = await bought(shop, { account: null });
    expect(await shop.find(lost(request))).toMatchObject({ kind: 'unsure', isFinal: true });
    expect(await shop.fence(lost(request))).toEqual({ fenced: false });
    const stranger = mugs({ account: storeAccount('customer@example.com', 'wrong') });
    expect(await shop.find(lost(stranger))).toMatchObject({ kind: 'unsure' });
  });
});
