import { afterEach, describe, expect, it } from 'vitest';
import { call, findQuery } from '../../../test/conformance/subject.ts';
import { createLossyClient } from '../../../test/harness/stores/client.ts';
import { liveStore, requestFor, storeAccount } from '../../../test/harness/stores/request.ts';
import { startWooStandIn, type WooStandIn, type WooStandInOptions } from '../../../test/harness/stores/woo-stand-in.ts';
import { systemClock } from '../../kit/clock.ts';
import { toCents } from '../../kit/money.ts';
import { createLogger } from '../../platform/logger.ts';
import type { Checkout, PurchaseRequest } from '../contract.ts';
import { woocommerce } from './index.ts';

const opened: WooStandIn[] = [];
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.stop();
});

async function open(options: WooStandInOptions = {}, more: Parameters<typeof liveStore>[2] = {}) {
  const shop = await startWooStandIn(options);
  opened.push(shop);
  const client = createLossyClient();
  const store = liveStore('woocommerce', shop.url, { payment: 'cod', ...more });
  const logger = createLogger({ level: 'silent' });
  const connector = woocommerce.create(store, { client, clock: systemClock, logger, credentials: async () => ({}) });
  const prepare = (request: PurchaseRequest) => connector.prepare!(request, call());
  const ready = async (request: PurchaseRequest): Promise<Checkout> => {
    const prepared = await prepare(request);
    if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared));
    return prepared.checkout;
  };
  const submit = (checkout: Checkout, request: PurchaseRequest) => connector.submit!(checkout, request, call());
  const find = (request: PurchaseRequest, checkout: Checkout) => connector.find!(findQuery(request, checkout), call());
  return { shop, client, connector, prepare, ready, submit, find };
}

/** One more try, then it is final. */
const differs = { kind: 'refused', reason: 'checkout_failed', detail: 'cart_differs', retryOnce: true };

const beanie = () => requestFor([{ productId: 'beanie', quantity: 2 }]);

describe('the cart', () => {
  it('needs only its token, without cookies or nonces', async () => {
    const { shop, ready } = await open();
    await ready(beanie());
    const posts = shop.requests.filter(({ method }) => method === 'POST');
    expect(posts.map(({ path }) => path.split('/').at(-1))).toEqual([
      'add-item',
      'update-customer',
      'select-shipping-rate',
      // A press that cannot sell, for a draft that can be asked about.
      'checkout',
      'update-customer',
    ]);
    for (const { headers } of posts) {
      expect(headers['cart-token']).toMatch(/^eyJ\./);
      expect(headers.cookie).toBeUndefined();
      expect(headers.nonce).toBeUndefined();
    }
  });

  it('is priced in minor units, with the cheapest delivery that is one', async () => {
    const { ready } = await open();
    const { price } = await ready(beanie());
    expect(price).toEqual({
      currency: 'USD',
      basis: 'net',
      subtotal: 3998,
      shipping: 500,
      tax: 450,
      fees: 0,
      total: 4948,
    });
  });

  it.each([
    ['sold-out-cap', 1, 'product_out_of_stock'],
    ['belt', 4, 'product_quantity_unavailable'],
    ['hoodie', 1, 'product_variant_required'],
    ['nothing', 1, 'product_not_found'],
    ['egg', 4, 'product_quantity_unavailable'],
    ['beanie', 97, 'product_quantity_unavailable'],
  ])('refuses %s × %i with %s and buys nothing', async (productId, quantity, reason) => {
    const { shop, prepare } = await open();
    expect(await prepare(requestFor([{ productId, quantity }]))).toMatchObject({ kind: 'refused', reason });
    expect(shop.sold()).toEqual([]);
  });

  it('is charged in whole cents by a store that calculates with finer ones', async () => {
    const { ready, submit } = await open({ decimals: 4, taxPercent: 8.25 });
    const request = beanie();
    const checkout = await ready(request);
    // 371.0850 cents of tax: what is charged is what is rounded.
    expect(checkout.price).toMatchObject({ subtotal: 3998, shipping: 500, tax: 371, total: 4869 });
    expect(await submit(checkout, request)).toMatchObject({ kind: 'placed', purchase: { price: checkout.price } });
  });

  it('does not fail when the store rate-limits us, and waits as long as the store says', async () => {
    const { shop, prepare, ready, submit } = await open();
    const request = beanie();
    const limited = { kind: 'blocked', reason: 'retailer_rate_limited', retryAfterMs: 7000 };
    shop.turnAway('/cart/add-item');
    expect(await prepare(request)).toMatchObject(limited);
    shop.turnAway('');
    const checkout = await ready(request);
    shop.turnAway('/checkout');
    // Turned away at the door: nothing can have been bought, so there is no doubt.
    expect(await submit(checkout, request)).toMatchObject(limited);
    shop.turnAway('');
    expect(await submit(checkout, request)).toMatchObject({ kind: 'placed' });
    expect(shop.soldUnder(request.reference)).toBe(1);
  });

  it('knows German states by the store’s own names, and repeats its words about an address', async () => {
    const { shop, ready, prepare } = await open();
    const to = { ...beanie().shippingAddress, country: 'DE', state: 'BE', postalCode: '10115', city: 'Berlin' };
    const { shipTo } = await ready({ ...beanie(), shippingAddress: to });
    expect(shipTo).toMatchObject({ state: 'BE', country: 'DE' });
    expect(shop.requests.find(({ path }) => path.endsWith('update-customer'))?.body).toMatchObject({
      shipping_address: { state: 'DE-BE' },
    });
    expect(await prepare({ ...beanie(), shippingAddress: { ...to, state: 'Nowhere' } })).toMatchObject({
      reason: 'shipping_address_invalid',
      message: expect.stringContaining('The provided state (Nowhere) is not valid.'),
    });
  });

  it('sends what a variation leaves to the buyer, by the names of the store', async () => {
    const { shop, ready } = await open();
    const variant = [
      { label: 'Color', value: 'Red' },
      { label: 'Size', value: 'Large' },
    ];
    await ready(requestFor([{ productId: 'hoodie', variant }]));
    const added = shop.requests.find(({ path }) => path.endsWith('/add-item'));
    expect(added?.body).toEqual({ id: 22, quantity: 1, variation: [{ attribute: 'pa_size', value: 'l' }] });
  });

  it('is final if the response is not from such a store, and retried if the store is down', async () => {
    const { shop, prepare } = await open();
    const strange = { kind: 'refused', reason: 'checkout_failed', detail: 'not_understood', retryOnce: true };
    const steps = ['/products/beanie', '/store/v1/cart', '/update-customer', '/select-shipping-rate'];
    for (const path of [...steps, '/checkout']) {
      shop.answerWith(path);
      expect(await prepare(beanie()), path).toMatchObject(strange);
      shop.answerWith(path, 503);
      expect(await prepare(beanie()), path).toMatchObject({ kind: 'blocked', reason: 'retailer_unavailable' });
    }
    for (const path of steps) {
      shop.answerWith(path, 200, '{}');
      expect(await prepare(beanie()), path).toMatchObject(strange);
    }
    expect(shop.sold()).toEqual([]);
  });

  it('buys as a guest, and rejects an order that names an account', async () => {
    const { shop, prepare } = await open();
    const request = { ...beanie(), account: storeAccount('somebody@example.com', 'secret') };
    expect(await prepare(request)).toMatchObject({ kind: 'refused', reason: 'login_failed' });
    expect(shop.requests).toEqual([]);
  });

  it('takes a payment method that the store offers, or none', async () => {
    const { prepare } = await open({}, { payment: 'gold' });
    expect(await prepare(beanie())).toMatchObject({ kind: 'refused', reason: 'payment_declined' });
    const undecided = await open({}, { payment: null });
    expect(await undecided.prepare(beanie())).toMatchObject({ kind: 'refused', reason: 'payment_declined' });
  });
});

describe('the button', () => {
  it('is not pressed when the price rose in the meantime, whatever the expected total was', async () => {
    const { shop, ready, submit } = await open();
    const request = beanie();
    const checkout = await ready(request);
    shop.raisePrices(1);
    expect(await submit(checkout, request)).toMatchObject(differs);
    const dear = { ...request, maxPrice: toCents(checkout.price.total) };
    expect(await submit(checkout, dear)).toMatchObject({ kind: 'refused', reason: 'max_price_exceeded' });
    expect(shop.sold()).toEqual([]);
  });

  it('matches an address that the store reformats, and nothing else', async () => {
    const { shop, ready, submit } = await open();
    const request = beanie();
    const shippingAddress = {
      ...request.shippingAddress,
      lastName: "O'Neill & Sons",
      addressLine1: "12 - 4x4 King's Rd",
    };
    const wanted = { ...request, shippingAddress };
    const checkout = await ready(wanted);
    expect(checkout.shipTo).toMatchObject({ lastName: "O'Neill & Sons", addressLine1: "12 - 4x4 King's Rd" });
    expect(await submit(checkout, { ...wanted, shippingAddress: request.shippingAddress })).toMatchObject({
      ...differs,
      message: "The store changed the cart's address before checkout. Nothing was bought.",
    });
    expect(await submit(checkout, wanted)).toMatchObject({ kind: 'placed' });
    expect(shop.sold()).toHaveLength(1);
  });

  it('is not pressed when the cart holds something else', async () => {
    const { shop, ready, submit } = await open();
    const request = beanie();
    const checkout = await ready(request);
    shop.spoilCarts();
    expect(await submit(checkout, request)).toMatchObject(differs);
    expect(shop.sold()).toEqual([]);
  });

  it('sends no expected total, and the configured method', async () => {
    const { shop, ready, submit } = await open();
    const request = beanie();
    expect(await submit(await ready(request), request)).toMatchObject({ kind: 'placed' });
    const pressed = shop.requests.findLast(({ method, path }) => method === 'POST' && path.endsWith('/checkout'));
    expect(Object.keys(pressed?.body ?? {}).toSorted()).toEqual([
      'billing_address',
      'customer_note',
      'payment_data',
      'payment_method',
      'shipping_address',
    ]);
    expect(pressed?.body).toMatchObject({ payment_method: 'cod', payment_data: [] });
  });

  it('writes down what each piece was sold for, not what it costs afterward', async () => {
    const { shop, client, ready, submit, find } = await open();
    const variants = ['Medium', 'Large'].map((value) => [
      { label: 'Color', value: 'Red' },
      { label: 'Size', value },
    ]);
    const request = requestFor([
      { productId: 'hoodie', variant: variants[1]!, quantity: 2 },
      { productId: 'hoodie', variant: variants[0]! },
    ]);
    const checkout = await ready(request);
    client.loseCallWith(request.reference, 'after');
    await submit(checkout, request);
    shop.raisePrices(700);
    const lines = checkout.lines.map(({ offerId: _offer, title: _title, ...line }) => line);
    expect(lines.map(({ quantity, unitPrice }) => [quantity, unitPrice])).toEqual([
      [2, 4500],
      [1, 4500],
    ]);
    expect(await find(request, checkout)).toMatchObject({ kind: 'found', purchase: { lines, price: checkout.price } });
  });

  it.each([
    ['some_error', false],
    ['some_error', true],
    ['product_out_of_stock', true],
    ['checkout_process_payment_error', true],
  ])('is not believed to have failed where the store sold (%s, cart kept: %s)', async (code, keepsCart) => {
    const { shop, ready, submit, find } = await open();
    const request = beanie();
    const checkout = await ready(request);
    shop.denySales(code, keepsCart);
    expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
    expect(await find(request, checkout)).toMatchObject({ kind: 'found' });
    expect(shop.soldUnder(request.reference)).toBe(1);
  });

  it('leaves the outcome open when the answer is a page', async () => {
    const { shop, ready, submit } = await open();
    const request = beanie();
    const checkout = await ready(request);
    shop.answerWith('/checkout');
    expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
    for (const status of [200, 408, 409, 425]) {
      shop.answerWith('/checkout', status, status === 200 ? '{}' : '{"code": "gateway", "message": "Running."}');
      expect(await submit(checkout, request), `${status}`).toMatchObject({ kind: 'unknown' });
    }
  });

  it('says that the payment was declined when it was', async () => {
    const { shop, ready, submit } = await open();
    const request = beanie();
    const checkout = await ready(request);
    shop.failPayments(true);
    expect(await submit(checkout, request)).toMatchObject({ kind: 'refused', reason: 'payment_declined' });
    expect(shop.sold()).toEqual([]);
  });
});

describe('unknown outcomes', () => {
  it.each([
    ['after', 'found', 1],
    ['before', 'absent', 0],
  ] as const)('of an answer lost %s the sale ends: %s', async (when, kind, count) => {
    const { shop, client, ready, submit, find } = await open();
    const request = beanie();
    const checkout = await ready(request);
    client.loseCallWith(request.reference, when);
    expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
    expect(await find(request, checkout)).toMatchObject({ kind });
    expect(shop.soldUnder(request.reference)).toBe(count);
  });

  it('does not count as rejected when the cart is empty at the second click', async () => {
    const { shop, ready, submit, find } = await open();
    const request = beanie();
    const checkout = await ready(request);
    await submit(checkout, request);
    expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
    expect(await find(request, checkout)).toMatchObject({ kind: 'found' });
    expect(shop.soldUnder(request.reference)).toBe(1);
  });

  for (const options of [{}, { draftsEarly: true }]) {
    it(`is cleared up by the order that the store drafted, ${JSON.stringify(options)}`, async () => {
      const { shop, client, ready, submit, find } = await open(options);
      const request = beanie();
      const checkout = await ready(request);
      expect(shop.sold()).toEqual([]);
      expect(await find(request, checkout)).toEqual({ kind: 'absent' });
      client.loseCallWith(request.reference, 'after');
      expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
      expect(await find(request, checkout)).toMatchObject({ kind: 'found', purchase: { price: checkout.price } });
      expect(shop.soldUnder(request.reference)).toBe(1);
    });
  }

  it('stays at a store that drafts nothing before it sells: a cart that is gone is a matter for people', async () => {
    const { shop, client, ready, submit, find } = await open({ isStrict: true });
    const request = beanie();
    const checkout = await ready(request);
    expect(await find(request, checkout)).toEqual({ kind: 'absent' });
    client.loseCallWith(request.reference, 'after');
    expect(await submit(checkout, request)).toMatchObject({ kind: 'unknown' });
    expect(await find(request, checkout)).toMatchObject({ kind: 'unsure' });
    expect(shop.soldUnder(request.reference)).toBe(1);
    const next = beanie();
    expect(await submit(await ready(next), next)).toMatchObject({ kind: 'placed' });
  });

  for (const options of [{}, { draftsEarly: true }]) {
    it(`leaves no name, address or goods behind in a draft that was only quoted, ${JSON.stringify(options)}`, async () => {
      const { shop, connector, ready, find } = await open(options);
      const request = beanie();
      const checkout = await ready(request);
      const [drafted] = shop.orders.values();
      const { firstName, lastName, addressLine1, phoneNumber } = request.shippingAddress;
      expect(JSON.stringify(drafted)).toContain(addressLine1);
      await connector.release!(checkout, request, call());
      const [left, ...more] = shop.orders.values();
      expect(more).toEqual([]);
      expect(left).toMatchObject({ status: 'checkout-draft', items: [] });
      const people = JSON.stringify([left!.billing, left!.shipping]);
      for (const words of [firstName, lastName, addressLine1, phoneNumber!]) expect(people).not.toContain(words);
      // It can still be asked whether it was sold.
      expect(await find(request, checkout)).toEqual({ kind: 'absent' });
    });
  }

  it('never requests a draft in a way that could place the order', async () => {
    const { shop, ready } = await open();
    await ready(beanie());
    const presses = shop.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/checkout'));
    expect(presses).toHaveLength(1);
    expect(presses[0]?.body).not.toHaveProperty('payment_method');
    expect(presses[0]?.body.billing_address).toMatchObject({ email: '' });

    const free = await open({ isFree: true });
    await free.ready(beanie());
    expect(free.shop.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/checkout'))).toEqual(
      [],
    );
  });

  it('stays while the order waits for a payment', async () => {
    const { shop, client, ready, submit, find } = await open();
    const request = beanie();
    const checkout = await ready(request);
    client.loseCallWith(request.reference, 'after');
    await submit(checkout, request);
    const { draft } = JSON.parse(checkout.handle) as { draft: { id: string } };
    shop.setStatus(draft.id, 'pending');
    expect(await find(request, checkout)).toMatchObject({ kind: 'unsure' });
  });
});

describe('a store without pretty addresses', () => {
  it('is still detected, bought from and checked', async () => {
    const { shop, client, ready, submit, find } = await open({ hasPlainAddresses: true });
    expect(await woocommerce.probe!(new URL(shop.url), client, call())).toMatchObject({ currency: 'USD' });
    const request = beanie();
    const checkout = await ready(request);
    expect(await submit(checkout, request)).toMatchObject({ kind: 'placed' });
    expect(shop.soldUnder(request.reference)).toBe(1);
    expect(await find(request, checkout)).toMatchObject({ kind: 'found' });
  });
});

describe('the probe', () => {
  it('asks once, and names the currency', async () => {
    const { shop, client } = await open();
    const finding = await woocommerce.probe!(new URL(shop.url), client, call());
    expect(finding).toMatchObject({ currency: 'USD', url: shop.url });
    expect(shop.requests).toHaveLength(1);
  });
});
