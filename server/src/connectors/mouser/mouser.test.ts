import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPlainClient } from '../../../test/harness/stores/client.ts';
import { liveStore, requestFor } from '../../../test/harness/stores/request.ts';
import { type MouserFault, mouserCredentials, startMouserStandIn } from '../../../test/stand-ins/mouser/store.ts';
import { hourMs, systemClock } from '../../kit/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { recordOf } from '../cart-lines.ts';
import type { Call, Connector, FindQuery, PurchaseRequest } from '../contract.ts';
import { paceOf } from './api.ts';
import { orderNumberOf } from './history.ts';
import { mouser } from './index.ts';

const call = (): Call => ({ signal: AbortSignal.timeout(20_000) });
let shop: Awaited<ReturnType<typeof startMouserStandIn>>;
let connector: Connector;
const connect = (currency: string): Connector => {
  const store = liveStore('mouser', 'https://www.mouser.com', {
    apiUrl: shop.origin,
    currency,
    payment: { method: 31, last_four: '4242' },
  });
  return mouser.create(store, {
    client: createPlainClient(20_000),
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
    credentials: async () => mouserCredentials,
  });
};
beforeAll(async () => {
  shop = await startMouserStandIn();
  connector = connect('USD');
});
afterAll(() => shop.close());
beforeEach(() => shop.behave());

const order = (quantity = 3, productId = '595-NE555P') => requestFor([{ productId, quantity }]);
const prepare = (request: PurchaseRequest) => connector.prepare!(request, call());
async function ready(request: PurchaseRequest) {
  const prepared = await prepare(request);
  if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared));
  return prepared.checkout;
}
const buy = async (request: PurchaseRequest) => connector.submit!(await ready(request), request, call());
const sold = ({ reference }: PurchaseRequest) => shop.soldUnder(orderNumberOf(reference));
const find = (request: PurchaseRequest) => {
  const query: FindQuery = {
    ...recordOf(request),
    since: new Date(),
    maxPrice: request.maxPrice,
    isTaken: async () => false,
  };
  return connector.find!(query, call());
};

describe('quoting', () => {
  it('shows the exact price of a piece in product details', async () => {
    const answer = await connector.product!({ retailer: 'mouser', productId: '603-RC0402' }, call());
    expect(answer).toMatchObject({ kind: 'found', payload: { unit_price: expect.stringMatching(/^0\.\d{3,}$/) } });
  });

  it.each([
    ['USD', '$1,234.50', '1234.50', 123_450],
    ['USD', '$1.2345', '1.2345', 123],
    ['USD', '$1,234', '1234', 123_400],
    ['EUR', '0,473 €', '0.473', 47],
    ['EUR', '4,73 €', '4.73', 473],
    ['EUR', '1.234,50 €', '1234.50', 123_450],
    ['EUR', '1\u202f234,5\u00a0€', '1234.5', 123_450],
    ['CHF', 'CHF 1’234.05', '1234.05', 123_405],
    ['EUR', '1.234.567,00 €', '1234567.00', 123_456_700],
    // One and a quarter, or over a thousand.
    ['EUR', '1,234 €', null, null],
    ['JPY', '¥1,234', null, null],
    ['EUR', 'auf Anfrage', null, null],
    ['EUR', '1,2,3.4,5', null, null],
  ])('reads a price in %s written as %s', async (currency, text, unitPrice, price) => {
    shop.behave({ currency, priceText: () => text });
    const answer = await connect(currency).product!({ retailer: 'mouser', productId: '595-NE555P' }, call());
    expect(answer).toMatchObject({ kind: 'found', payload: { currency, price, unit_price: unitPrice } });
  });

  it('reads totals of lines, so that parts of a cent are exact', async () => {
    const { price, lines } = await ready(order(30, '603-RC0402'));
    // 30 pieces of $0.0063 are 19 cents.
    expect(price).toMatchObject({ subtotal: 19, shipping: 799, tax: 2, total: 820 });
    expect(lines[0]).toMatchObject({ quantity: 30, unitPrice: 1 });
  });

  it.each([
    ['too few pieces', 5, '603-RC0402', 'product_quantity_unavailable'],
    ['no multiple', 15, '603-RC0402', 'product_quantity_unavailable'],
    ['a part that is restricted', 1, '999-BARRED', 'product_unavailable'],
    ['a part that there is not', 1, '111-NOTHERE', 'product_not_found'],
  ])('refuses %s', async (_what, quantity, number, reason) => {
    expect(await prepare(order(quantity, number))).toMatchObject({ kind: 'refused', reason });
  });

  it.each(['root', 'order', 'line', 'address'] as const)(
    'reads an error at the %s, before and at the button',
    async (errorAt) => {
      const request = order();
      const checkout = await ready(request);
      shop.behave({ errorAt });
      expect(await prepare(order())).toMatchObject({ kind: 'refused' });
      expect(await connector.submit!(checkout, request, call())).toMatchObject({
        kind: 'refused',
        reason: 'checkout_failed',
      });
      expect(sold(request)).toBe(0);
    },
  );

  it.each(['/cart/items/insert', '/order/options/query', '/order'])(
    'is tried again after an internal error at %s',
    async (path) => {
      shop.spoil(path, 'internal error');
      expect(await prepare(order())).toMatchObject({ kind: 'blocked', reason: 'retailer_unavailable' });
    },
  );

  it('does not quote a total that does not equal its parts', async () => {
    shop.behave({ hasWrongTotal: true });
    expect(await prepare(order())).toMatchObject({ kind: 'refused', detail: 'cart_differs' });
  });

  it('refuses an address that does not fit', async () => {
    const request = order();
    const shippingAddress = { ...request.shippingAddress, firstName: 'x'.repeat(23) };
    expect(await prepare({ ...request, shippingAddress })).toMatchObject({ reason: 'shipping_address_invalid' });
  });
});

describe('buying', () => {
  const faults: [MouserFault, 'unknown' | 'blocked', 'found' | 'absent'][] = [
    ['lost before', 'unknown', 'absent'],
    ['lost after', 'unknown', 'found'],
    ['html', 'unknown', 'absent'],
    ['internal error', 'unknown', 'absent'],
    [500, 'unknown', 'absent'],
    // Mouser has no idempotency keys, so only what it documents as not executed is no purchase.
    [429, 'unknown', 'absent'],
    ['unknown error', 'unknown', 'absent'],
    ['number beside an error', 'unknown', 'found'],
    [403, 'blocked', 'absent'],
    // Somebody's proxy, or a request that is still running: the order may appear later.
    [408, 'unknown', 'absent'],
    [409, 'unknown', 'absent'],
  ];
  it.each(faults)('%s at the button is %s, and the history says %s', async (fault, kind, seen) => {
    const request = order();
    const checkout = await ready(request);
    shop.spoil('submit', fault);
    expect(await connector.submit!(checkout, request, call())).toMatchObject({ kind });
    expect(await find(request)).toMatchObject({ kind: seen });
  });

  it('an empty cart may have been bought: the outcome is unknown until the history shows it', async () => {
    const request = order();
    const checkout = await ready(request);
    expect(await connector.submit!(checkout, request, call())).toMatchObject({ kind: 'placed' });
    expect(await connector.submit!(checkout, request, call())).toMatchObject({ kind: 'unknown' });
    expect(await find(request)).toMatchObject({ kind: 'found' });
    expect(sold(request)).toBe(1);
  });

  it('checks before it buys again, and is unsure while the history cannot be read', async () => {
    const request = order();
    await buy(request);
    const again = { ...request, earlier: { since: new Date(), isTaken: async () => false } };
    expect(await prepare(again)).toMatchObject({ kind: 'bought_before' });
    shop.behave({ historyMost: 0 });
    expect(await find(request)).toMatchObject({ kind: 'unsure' });
    shop.behave({ historyMost: null });
    shop.spoil('/orderhistory/ByDateRange', 500, 500);
    expect(await prepare(again)).toMatchObject({ kind: 'blocked' });
    expect(await find(request)).toMatchObject({ kind: 'unsure' });
  });

  it.each<[string, Record<string, unknown>]>([
    ['without a count', { OrderHistoryItems: [] }],
    ['with the count as text', { OrderHistoryItems: [], NumberOfOrders: '1' }],
    ['without a purchase order number', { OrderHistoryItems: [{ WebOrderNumber: '1' }], NumberOfOrders: 1 }],
  ])('is unsure about a history %s', async (_name, body) => {
    const request = order();
    shop.behave({ history: body });
    expect(await find(request)).toMatchObject({ kind: 'unsure' });
    const again = { ...request, earlier: { since: new Date(), isTaken: async () => false } };
    expect(await prepare(again)).toMatchObject({ kind: 'blocked' });
  });

  it('finds a purchase that Mouser dates a day too early', async () => {
    const request = order();
    await buy(request);
    const sale = shop.state.orders.at(-1)!;
    sale.placedAt = new Date(sale.placedAt.getTime() - 25 * hourMs);
    expect(await find(request)).toMatchObject({ kind: 'found' });
  });

  it('is unsure about a purchase order number that Mouser cut off', async () => {
    const request = order();
    const cut = { WebOrderNumber: '1', PoNumber: orderNumberOf(request.reference).slice(0, 15) };
    shop.behave({ history: { OrderHistoryItems: [cut], NumberOfOrders: 1 } });
    expect(await find(request)).toMatchObject({ kind: 'unsure' });
    shop.behave({ history: { OrderHistoryItems: [{ ...cut, PoNumber: null }], NumberOfOrders: 1 } });
    expect(await find(request)).toMatchObject({ kind: 'absent' });
  });

  it.each([5, 30, 6000])('makes at most %i requests in any minute', (requestsPerMinute) => {
    const { perSecond, burst, slackMs } = paceOf(requestsPerMinute);
    expect(burst + (60 + slackMs / 1000) * perSecond).toBeLessThanOrEqual(requestsPerMinute);
  });

  it('has a purchase order number of 20 characters for every order', () => {
    const numbers = Array.from({ length: 1000 }, () => orderNumberOf(crypto.randomUUID()));
    expect(new Set(numbers).size).toBe(1000);
    for (const number of numbers) expect(number).toMatch(/^[A-Z2-7]{20}$/);
  });
});
