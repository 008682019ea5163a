import { afterEach, describe, expect, it } from 'vitest';
import { call, findQuery } from '../../../test/conformance/subject.ts';
import { createLossyClient } from '../../../test/harness/stores/client.ts';
import { liveStore, requestFor, storeAccount } from '../../../test/harness/stores/request.ts';
import { startVendureStandIn, type VendureStandIn } from '../../../test/harness/stores/vendure-stand-in.ts';
import { hourMs, minuteMs, systemClock } from '../../kit/clock.ts';
import { toCents } from '../../kit/money.ts';
import { createLogger } from '../../platform/logger.ts';
import type { Checkout, FindQuery, PurchaseRequest } from '../contract.ts';
import { vendure } from './index.ts';
import { addressInput } from './order.ts';

const opened: VendureStandIn[] = [];
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.stop();
});

async function open(more: Parameters<typeof liveStore>[2] = {}) {
  const shop = await startVendureStandIn();
  opened.push(shop);
  const waits: number[] = [];
  const connector = vendure.create(liveStore('vendure', shop.url, { payment: 'cash-on-delivery', ...more }), {
    client: createLossyClient(),
    clock: { ...systemClock, sleep: async (ms) => void waits.push(ms) },
    logger: createLogger({ level: 'silent' }),
    credentials: async () => ({}),
  });
  const prepare = (request: PurchaseRequest) => connector.prepare!(request, call());
  const ready = async (request: PurchaseRequest): Promise<Checkout> => {
    const prepared = await prepare(request);
    if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared));
    return prepared.checkout;
  };
  const submit = (checkout: Checkout, request: PurchaseRequest) => connector.submit!(checkout, request, call());
  const find = (query: FindQuery) => connector.find!(query, call());
  const fence = (query: FindQuery) => connector.fence!(query, call());
  return { shop, waits, prepare, ready, submit, find, fence };
}

const account = storeAccount('customer@example.com', 'Long-enough-1');
const mugs = (more: Partial<PurchaseRequest> = {}) =>
  requestFor([{ productId: 'mug', quantity: 2 }], { account, ...more });

/** One more try, then it is final. */
const differs = { kind: 'refused', reason: 'checkout_failed', detail: 'cart_differs', retryOnce: true };
const strange = { kind: 'refused', reason: 'checkout_failed', detail: 'not_understood', retryOnce: true };
const page = () => ({ status: 200, text: '<!doctype html><title>Down for maintenance</title>' });
const failing = (code: string) => () => ({ data: null, errors: [{ message: 'No', extensions: { code } }] });

describe('the cart', () => {
  it('is priced in whole cents', async () => {
    const { ready } = await open();
    expect((await ready(mugs())).price).toEqual({
      currency: 'USD',
      basis: 'net',
      subtotal: 4000,
      shipping: 500,
      tax: 900,
      fees: 0,
      total: 5400,
    });
  });

  it('is not prepared above max_price, in another currency, or with something else in it', async () => {
    const { shop, prepare } = await open();
    expect(await prepare(mugs({ maxPrice: toCents(5399) }))).toMatchObject({ reason: 'max_price_exceeded' });
    const abroad = await open({ currency: 'EUR' });
    expect(await abroad.prepare(mugs())).toMatchObject({ reason: 'currency_unsupported' });
    shop.instead.set('Way', () => ({ setOrderShippingMethod: shop.newOrder(3) }));
    expect(await prepare(mugs())).toMatchObject(differs);
    expect(shop.asked).not.toContain('Pay');
    // What was filled for nothing is canceled.
    expect(shop.cart).toBeNull();
  });

  it('is final if the response is not from such a store, and retried if the store is down', async () => {
    const { shop, prepare } = await open();
    for (const name of ['Look', 'Fill', 'Ways', 'Way']) {
      for (const [answer, expected] of [
        [page, strange],
        [() => ({ status: 200, text: '{}' }), strange],
        [failing('GRAPHQL_VALIDATION_FAILED'), strange],
        [failing('INTERNAL_SERVER_ERROR'), { kind: 'blocked', reason: 'retailer_unavailable' }],
        [() => ({ status: 503, text: '' }), { kind: 'blocked', reason: 'retailer_unavailable' }],
        [() => ({ status: 429, text: '' }), { kind: 'blocked', reason: 'retailer_rate_limited' }],
      ] as const) {
        shop.instead.set(name, answer);
        expect(await prepare(mugs()), name).toMatchObject(expected);
      }
      shop.instead.delete(name);
    }
    expect(shop.past).toEqual([]);
  });

  it('is not filled if the store does not cancel the previous one', async () => {
    const { shop, prepare, ready } = await open();
    await ready(mugs());
    shop.instead.set('Cancel', () => ({ transitionOrderToState: { errorCode: 'X', message: 'it is being paid' } }));
    expect(await prepare(mugs())).toMatchObject({ ...strange, message: expect.stringContaining('it is being paid') });
  });
});

describe('the button', () => {
  async function filled() {
    const opened = await open();
    const request = mugs();
    return { ...opened, request, checkout: await opened.ready(request) };
  }

  it.each<[string, (cart: NonNullable<VendureStandIn['cart']>) => unknown]>([
    ['the price rose', (cart) => Object.assign(cart, { subTotal: 4001, total: 4501, totalWithTax: 5401 })],
    ['the price fell', (cart) => Object.assign(cart, { subTotal: 3999, total: 4499, totalWithTax: 5399 })],
    ['the sums do not add up', (cart) => Object.assign(cart, { subTotal: 3999 })],
    ['the quantity is another', (cart) => Object.assign(cart.lines[0]!, { quantity: 3 })],
    ['the variant is another', (cart) => Object.assign(cart.lines[0]!.productVariant, { id: 'v2' })],
    ['the street is another', (cart) => Object.assign(cart.shippingAddress!, { streetLine1: '2 Elsewhere St' })],
    ['the cart is another', (cart) => Object.assign(cart, { code: 'OTHER' })],
  ])('is not pressed when %s', async (_name, change) => {
    const { shop, request, checkout, submit } = await filled();
    change(shop.cart!);
    expect(await submit(checkout, request)).toMatchObject(differs);
    expect(shop.asked).not.toContain('Pay');
  });

  it('is not pressed above max_price', async () => {
    const { shop, request, checkout, submit } = await filled();
    const poor = { ...request, maxPrice: toCents(5399) };
    expect(await submit(checkout, poor)).toMatchObject({ reason: 'max_price_exceeded' });
    expect(shop.asked).not.toContain('Pay');
  });

  it('leaves the outcome open unless the answer is clear', async () => {
    const { shop, request, checkout, submit } = await filled();
    const open = { ...shop.cart! };
    for (const answer of [
      page,
      failing('INTERNAL_SERVER_ERROR'),
      () => ({ status: 503, text: '' }),
      () => ({ addPaymentToOrder: { ...open, code: 'OTHER', orderPlacedAt: new Date().toISOString() } }),
      () => ({ addPaymentToOrder: open }),
      () => ({ addPaymentToOrder: { errorCode: 'SOMETHING_NEW_ERROR', message: 'Hm' } }),
    ]) {
      shop.instead.set('Pay', answer);
      expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
    }
    shop.instead.set('Pay', () => ({ addPaymentToOrder: { errorCode: 'PAYMENT_DECLINED_ERROR', message: 'No' } }));
    expect(await submit(checkout, request)).toMatchObject({ kind: 'refused', reason: 'payment_declined' });
    expect(shop.past).toEqual([]);
  });

  it('does not trust "no cart" if the cart was bought', async () => {
    const { shop, request, checkout, submit, find } = await filled();
    shop.instead.set('Pay', (variables) => {
      shop.answers.Pay!(variables);
      return { addPaymentToOrder: { errorCode: 'NO_ACTIVE_ORDER_ERROR', message: 'No active order' } };
    });
    expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
    expect(await find(findQuery(request, checkout))).toMatchObject({ kind: 'found' });
    expect(shop.past).toHaveLength(1);
  });

  it('is fenced only by a store that confirms it', async () => {
    const { shop, request, checkout, fence, find } = await filled();
    const query = findQuery(request, checkout);
    shop.instead.set('Cancel', () => ({ transitionOrderToState: { errorCode: 'X', message: 'No' } }));
    expect(await fence(query)).toEqual({ fenced: false });
    shop.instead.set('Cancel', () => ({ transitionOrderToState: { code: 'C1', state: 'Cancelled', active: false } }));
    expect(await fence(query)).toEqual({ fenced: false });
    shop.instead.clear();
    // An account is shown its canceled order; that it shows nothing is no evidence.
    shop.mood.forgetsCanceled = true;
    expect(await fence(query)).toEqual({ fenced: false });
    expect(await find(query)).toMatchObject({ kind: 'unsure' });
  });

  it('does not count as unsold if the store hides guest orders', async () => {
    const { shop, ready, submit, fence, find } = await open();
    const request = mugs({ account: null });
    const checkout = await ready(request);
    shop.instead.set('Pay', (variables) => {
      shop.answers.Pay!(variables);
      return page();
    });
    expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
    const query = findQuery(request, checkout);
    // The shop shows a guest nothing, or no longer: it does not say that nothing was bought.
    shop.instead.set('History', () => ({ activeOrder: null, orderByCode: null }));
    for (const look of ['first', 'second']) {
      expect(await fence(query), look).toEqual({ fenced: false });
      expect(await find(query), look).toMatchObject({ kind: 'unsure' });
    }
    shop.instead.delete('History');
    expect(await fence(query)).toEqual({ fenced: true });
    expect(await find(query)).toMatchObject({ kind: 'found' });
  });

  it('is fenced for a guest by an open cart without lines, no matter how often it is checked', async () => {
    const { shop, ready, submit, fence, find } = await open();
    const request = mugs({ account: null });
    const checkout = await ready(request);
    const query = findQuery(request, checkout);
    shop.instead.set('Empty', () => ({ transitionOrderToState: { errorCode: 'X', message: 'No' } }));
    expect(await fence(query)).toEqual({ fenced: false });
    // Without lines, but a payment can still arrive.
    shop.instead.set('Empty', () => {
      shop.cart!.lines = [];
      shop.cart!.state = 'ArrangingPayment';
      return {};
    });
    expect(await fence(query)).toEqual({ fenced: false });
    shop.instead.clear();
    for (const look of ['first', 'second']) {
      expect(await fence(query), look).toEqual({ fenced: true });
      expect(await find(query), look).toEqual({ kind: 'absent' });
    }
    shop.instead.set('Stand', () => ({ transitionOrderToState: { errorCode: 'X', message: 'No lines' } }));
    expect(await submit(checkout, request)).toMatchObject({ kind: 'refused' });
    expect(shop.past).toEqual([]);
  });
});

// What a restored copy of the database asks: it knows the order, and no cart.
describe('an order without a handle', () => {
  const lost = (request: PurchaseRequest): FindQuery => ({
    ...findQuery(request),
    since: new Date(Date.now() - minuteMs),
  });
  const to = (request: PurchaseRequest) => ({
    shippingAddress: addressInput(request.shippingAddress),
    orderPlacedAt: new Date().toISOString(),
    state: 'PaymentSettled',
    active: false,
  });

  it('is found on any page of the order list', async () => {
    const { shop, find } = await open();
    const request = mugs();
    for (let index = 0; index < 60; index += 1) shop.past.push(shop.newOrder(1, to(request)));
    expect(await find(lost(request))).toEqual({ kind: 'absent' });
    const ours = shop.newOrder(2, to(request));
    shop.past.push(ours);
    expect(await find(lost(request))).toMatchObject({
      kind: 'found',
      matchedBy: 'content',
      purchase: { merchantOrderIds: [ours.code], price: { total: 5400 } },
    });
    shop.past.push({ ...ours, code: 'AGAIN' });
    expect(await find(lost(request))).toMatchObject({ kind: 'unsure', message: expect.stringContaining('AGAIN') });
  });

  it('is found by our reference, and never by the content of an order with a different one', async () => {
    const { shop, find } = await open({ settings: { reference_field: 'po' } });
    const request = mugs();
    const other = shop.newOrder(2, { ...to(request), customFields: { po: crypto.randomUUID() } });
    shop.past.push(other);
    expect(await find(lost(request))).toEqual({ kind: 'absent' });
    const ours = shop.newOrder(2, { ...to(request), customFields: { po: request.reference } });
    shop.past.push(ours);
    expect(await find(lost(request))).toMatchObject({ kind: 'found', purchase: { merchantOrderIds: [ours.code] } });
    shop.past.push({ ...ours, code: 'AGAIN' });
    expect(await find(lost(request))).toMatchObject({ kind: 'unsure', message: expect.stringContaining('twice') });
  });

  it('is found by our reference, and unsure without it, where the store’s clock is wrong', async () => {
    for (const field of ['po', undefined]) {
      const { shop, find } = await open(field === undefined ? {} : { settings: { reference_field: field } });
      const request = mugs();
      for (const off of [10 * minuteMs, 25 * hourMs]) {
        const orderPlacedAt = new Date(Date.now() - off).toISOString();
        shop.past[0] = shop.newOrder(2, { ...to(request), orderPlacedAt, customFields: { po: request.reference } });
        expect(await find(lost(request)), `${off}`).toMatchObject({ kind: field === undefined ? 'unsure' : 'found' });
      }
      const orderPlacedAt = new Date(Date.now() + 25 * hourMs).toISOString();
      shop.past[0] = shop.newOrder(2, { ...to(request), orderPlacedAt });
      expect(await find(lost(request))).toMatchObject({ kind: 'found' });
      shop.past[0] = shop.newOrder(2, {
        ...to(request),
        orderPlacedAt: new Date(Date.now() - 27 * hourMs).toISOString(),
      });
      expect(await find(lost(request))).toEqual({ kind: 'absent' });
    }
  });

  it('is unsure where the store cut our reference off, and is found in any case', async () => {
    const { shop, find } = await open({ settings: { reference_field: 'po' } });
    const request = mugs();
    const cut = { po: request.reference.slice(0, 30) };
    shop.past.push(shop.newOrder(2, { ...to(request), customFields: cut }));
    expect(await find(lost(request))).not.toEqual({ kind: 'absent' });
    shop.past[0] = shop.newOrder(2, { ...to(request), customFields: { po: request.reference.toUpperCase() } });
    expect(await find(lost(request))).toMatchObject({ kind: 'found' });
  });

  it('is found where the store lists fewer orders at a time than were requested', async () => {
    const { shop, find } = await open();
    const request = mugs();
    for (let index = 0; index < 60; index += 1) shop.past.push(shop.newOrder(1, to(request)));
    shop.past[30] = shop.newOrder(2, to(request));
    shop.instead.set('Past', ({ skip }) => shop.answers.Past!({ take: 20, skip }));
    expect(await find(lost(request))).toMatchObject({ kind: 'found' });
  });

  it('is unsure where the list cannot be read whole', async () => {
    const { shop, find } = await open();
    const request = mugs();
    const list =
      (orders: unknown, more = {}) =>
      () => {
        const known = shop.answers.Past!({ take: 0, skip: 0 });
        return { ...known, activeCustomer: { emailAddress: account.email, orders }, ...more };
      };
    for (const answer of [
      page,
      failing('INTERNAL_SERVER_ERROR'),
      list(null),
      list({ items: [], totalItems: null }),
      list({ items: [{ code: 'C1' }], totalItems: 1 }),
      list({ items: [], totalItems: 0 }, { p0: null }),
      list({ items: [], totalItems: 1 }),
      // It says that there is more, for ever.
      list({ items: [shop.newOrder(1, to(request))], totalItems: 1_000_000 }),
      () => ({ errors: [{ message: 'Part of it failed' }], data: list({ items: [], totalItems: 0 })() }),
    ]) {
      shop.instead.set('Past', answer);
      expect(await find(lost(request))).toMatchObject({ kind: 'unsure' });
    }
  });

  it('is fenced only once the account has no open cart', async () => {
    const { shop, waits, ready, fence } = await open();
    await ready(mugs());
    expect(await fence(lost(mugs()))).toEqual({ fenced: true });
    expect(waits).toEqual([2000]);
    expect(shop.cart).toBeNull();
    await ready(mugs());
    shop.instead.set('Cancel', () => ({ transitionOrderToState: { errorCode: 'X', message: 'No' } }));
    expect(await fence(lost(mugs()))).toEqual({ fenced: false });
    // The store says that it canceled, and shows an open cart again and again.
    shop.instead.set('Cancel', () => ({ transitionOrderToState: { code: 'C1', state: 'Cancelled', active: false } }));
    expect(await fence(lost(mugs()))).toEqual({ fenced: false });
    shop.instead.set('Open', page);
    expect(await fence(lost(mugs()))).toEqual({ fenced: false });
    shop.instead.set('Open', () => ({ activeCustomer: { emailAddress: account.email } }));
    expect(await fence(lost(mugs()))).toEqual({ fenced: false });
  });

  it('is not fenced by what a guest is shown, where the store forgets the account at once', async () => {
    const { shop, fence } = await open();
    shop.instead.set('Open', () => ({ activeCustomer: null, activeOrder: null }));
    expect(await fence(lost(mugs()))).toEqual({ fenced: false });
  });

  it('is unsure for good as a guest, and its cart cannot be fenced', async () => {
    const { shop, fence, find } = await open();
    const request = mugs({ account: null });
    shop.past.push(shop.newOrder(2, to(request)));
    expect(await find(lost(request))).toMatchObject({ kind: 'unsure', isFinal: true });
    expect(await fence(lost(request))).toEqual({ fenced: false });
    expect(shop.asked).toEqual([]);
  });
});
