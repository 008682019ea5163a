import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectorConformance } from '../../../test/conformance/index.ts';
import { call, findQuery } from '../../../test/conformance/subject.ts';
import { createLossyClient } from '../../../test/harness/stores/client.ts';
import { liveStore, requestFor } from '../../../test/harness/stores/request.ts';
import { startShopifyStandIn } from '../../../test/harness/stores/shopify-stand-in.ts';
import { systemClock } from '../../kit/clock.ts';
import { toCents } from '../../kit/money.ts';
import { createLogger } from '../../platform/logger.ts';
import type { PurchaseRequest } from '../contract.ts';
import type { StoreMode } from '../store.ts';
import { shopify } from './index.ts';

type Shop = Awaited<ReturnType<typeof startShopifyStandIn>>;

function connect(shop: Shop, mode: StoreMode = 'link', currency = 'USD') {
  const client = createLossyClient();
  const logger = createLogger({ level: 'silent' });
  const store = liveStore('shopify', shop.url, { mode, currency });
  const connector = shopify.create(store, { client, clock: systemClock, logger, credentials: async () => ({}) });
  return { connector, client };
}

const blueShirt = [
  { label: 'size', value: 'l' },
  { label: 'Color', value: 'Blue' },
];
const wanted = () =>
  requestFor([
    { productId: 'mug', quantity: 2 },
    { productId: 'shirt', variant: blueShirt },
  ]);

connectorConformance('Shopify (a stand-in)', async () => {
  const shop = await startShopifyStandIn();
  const { connector, client } = connect(shop);
  return {
    connector,
    request: (overrides) => ({ ...wanted(), ...overrides }),
    missingProduct: { retailer: 'real', productId: 'no-such-thing' },
    search: { retailer: 'real', query: 'mug', nonsense: 'xqzvwplorf' },
    elapse: async () => {},
    loseCall: client.loseCall,
    close: shop.stop,
  };
});

describe('a Shopify storefront', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShopifyStandIn();
  });
  afterAll(() => shop.stop());

  async function ready(request: PurchaseRequest, mode: StoreMode = 'link') {
    const { connector } = connect(shop, mode);
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared));
    return { connector, checkout: prepared.checkout };
  }

  it('is quoted with its cheapest shipping, and without unknown tax', async () => {
    const { checkout } = await ready(wanted());
    expect(checkout.price).toEqual({
      currency: 'USD',
      basis: 'gross',
      subtotal: 4700,
      shipping: 490,
      tax: 0,
      fees: 0,
      total: 5190,
    });
  });

  it('provides a link with the cart and the address, and pays nothing itself', async () => {
    const request = wanted();
    const { connector, checkout } = await ready(request);
    const before = shop.requests.length;
    const outcome = await connector.submit!(checkout, request, call());
    if (outcome.kind !== 'needs') throw new Error(outcome.kind);
    expect(outcome.question).toMatchObject({ kind: 'open_url', askedOf: 'customer' });
    const link = new URL(outcome.question.url ?? '');
    expect(link.origin).toBe(shop.url);
    expect(link.pathname).toBe('/cart/501:2,602:1');
    expect(link.searchParams.get('checkout[email]')).toBe('buyer@example.com');
    expect(link.searchParams.get('checkout[shipping_address][zip]')).toBe(request.shippingAddress.postalCode);
    expect(shop.requests).toHaveLength(before);
  });

  it('records the number that a person entered, without charging the wallet', async () => {
    const { connector } = connect(shop);
    const answers = [{ kind: 'open_url' as const, answer: { order_number: ' #1042 ' }, resume: null }];
    const request = { ...wanted(), answers };
    const before = shop.requests.length;
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') throw new Error(prepared.kind);
    const outcome = await connector.submit!(prepared.checkout, request, call());
    expect(outcome).toMatchObject({ kind: 'placed', purchase: { merchantOrderIds: ['#1042'], price: { total: 0 } } });
    expect(shop.requests).toHaveLength(before);
  });

  it('goes to the desk in the mode review, with the link', async () => {
    const request = wanted();
    const { connector, checkout } = await ready(request, 'review');
    const outcome = await connector.submit!(checkout, request, call());
    expect(outcome).toMatchObject({ kind: 'needs', question: { kind: 'buy', askedOf: 'operator' } });
    expect(outcome.kind === 'needs' && outcome.question.url).toContain('/cart/501:2,602:1');
  });

  it('has sold nothing for a cart that nobody was given', async () => {
    const request = wanted();
    const { connector, checkout } = await ready(request);
    const query = findQuery(request, checkout);
    expect(await connector.fence!(query, call())).toEqual({ fenced: true });
    expect(await connector.find!(query, call())).toEqual({ kind: 'absent' });
  });

  it('may have been paid with an unknown link', async () => {
    const { connector } = connect(shop);
    const query = findQuery(wanted());
    expect(await connector.fence!(query, call())).toEqual({ fenced: false });
    expect(await connector.find!(query, call())).toMatchObject({
      kind: 'unsure',
      isFinal: true,
      message: expect.stringContaining("check the store's orders"),
    });
  });

  it('is found by the number that a person recorded', async () => {
    const { connector } = connect(shop);
    const answers = [{ kind: 'open_url' as const, answer: { order_number: '#1043' }, resume: null }];
    expect(await connector.find!({ ...findQuery(wanted()), answers }, call())).toMatchObject({
      kind: 'found',
      purchase: { merchantOrderIds: ['#1043'], price: { total: 0 } },
    });
  });

  it('keeps a cart by its cookie, and empties it when it is let go of', async () => {
    const before = shop.filledCarts();
    const request = wanted();
    const { connector, checkout } = await ready(request);
    expect(shop.filledCarts()).toBe(before + 1);
    await connector.release!(checkout, request, call());
    expect(shop.filledCarts()).toBe(before);
  });

  it.each([
    ['gone-mug', 1, 'product_out_of_stock'],
    ['mug', 101, 'product_quantity_unavailable'],
    ['shirt', 1, 'product_variant_required'],
  ])('refuses %s × %i with %s', async (productId, quantity, reason) => {
    const { connector } = connect(shop);
    const prepared = await connector.prepare!(
      requestFor([{ productId, quantity }], { maxPrice: toCents(9e6) }),
      call(),
    );
    expect(prepared).toMatchObject({ kind: 'refused', reason });
  });

  it('says which line it does not sell, and how many of another', async () => {
    const { connector } = connect(shop);
    const ask = (lines: { productId: string; quantity: number }[]) => {
      const request = requestFor(lines, { maxPrice: toCents(9e6), isBestEffort: true });
      return { ids: request.lines.map(({ lineId }) => lineId), answer: connector.prepare!(request, call()) };
    };
    const scarce = ask([
      { productId: 'mug', quantity: 101 },
      { productId: 'mug', quantity: 2 },
    ]);
    const [first, second] = scarce.ids;
    expect(await scarce.answer).toMatchObject({
      reason: 'product_quantity_unavailable',
      lineIds: [first, second],
      limits: [
        { lineId: first, quantity: 100 },
        { lineId: second, quantity: 0 },
      ],
    });
  });

  it('refuses an address where it does not ship, and a total above max_price', async () => {
    const { connector } = connect(shop);
    const request = wanted();
    const abroad = { ...request, shippingAddress: { ...request.shippingAddress, country: 'DE' } };
    const refused = { kind: 'refused', reason: 'shipping_unavailable' };
    expect(await connector.prepare!(abroad, call())).toMatchObject(refused);
    const dear = { kind: 'refused', reason: 'max_price_exceeded' };
    expect(await connector.prepare!({ ...request, maxPrice: toCents(5189) }, call())).toMatchObject(dear);
  });

  it('is recognized by two requests', async () => {
    const { client } = connect(shop);
    const before = shop.requests.length;
    const finding = await shopify.probe!(new URL(shop.url), client, call());
    expect(finding).toMatchObject({ displayName: 'Kiln & Co.', currency: 'USD', countries: ['US', 'CA'] });
    expect(shop.requests).toHaveLength(before + 2);
  });
});

describe('a Shopify storefront of another kind', () => {
  let shop: Shop | undefined;
  afterEach(() => shop?.stop());

  it('that suggests nothing is read through', async () => {
    shop = await startShopifyStandIn({ suggests: false });
    const { connector } = connect(shop);
    const { results } = await connector.search!('real', { query: 'SHIRT', page: 1, freeShipping: false }, call());
    expect(results).toMatchObject([{ productId: 'shirt', price: 2000, currency: 'USD', available: true }]);
  });

  it('that sells in another currency is refused', async () => {
    shop = await startShopifyStandIn({ currency: 'EUR' });
    const { connector } = connect(shop);
    const refused = { kind: 'refused', reason: 'currency_unsupported' };
    expect(await connector.prepare!(wanted(), call())).toMatchObject(refused);
  });

  it('never completes a purchase automatically', () => {
    expect(shopify.modes).toEqual(['link', 'review', 'catalogue']);
    expect(shopify.modeHints?.automatic).toContain('ucp');
  });
});
