import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findQuery } from '../../../test/conformance/subject.ts';
import { memberRecipe, startMemberShop } from '../../../test/harness/member-shop.ts';
import { connectTo } from '../../../test/harness/pages-shop/connector.ts';
import { requestFor, storeAccount } from '../../../test/harness/stores/request.ts';
import { toCents } from '../../kit/money.ts';
import type { Address, Checkout, PromoCode, PurchaseRequest } from '../contract.ts';
import { plainOptions } from '../options.ts';
import { createChromium, findChromium } from './chromium.ts';
import { dayIn } from './delivery.ts';
import type { Recipe } from './recipe.ts';
import { recipeProblems } from './recipe-problems.ts';

const call = () => ({ signal: AbortSignal.timeout(100_000) });

it('reads delivery days as pages write them', () => {
  const now = new Date('2026-11-18T09:00:00Z');
  const read = (text: string) => dayIn(text, now);
  expect(['Nov 27, 2026', 'Friday, November 27', '27.11.2026', '2026-11-27T08:00', '11/27/2026'].map(read)).toEqual(
    Array(5).fill('2026-11-27'),
  );
  expect(read('January 4')).toBe('2027-01-04');
  expect(read('in a few days')).toBeNull();
});

describe.skipIf(findChromium() === null)('a store with accounts', { timeout: 120_000 }, () => {
  const chromium = createChromium({ path: null, atOnce: 2 });
  const recordings: never[] = [];
  let shop: Awaited<ReturnType<typeof startMemberShop>>;
  let customers = 0;
  let account: ReturnType<typeof storeAccount>;
  beforeAll(async () => {
    shop = await startMemberShop();
  });
  afterAll(async () => {
    await chromium.close();
    await shop.stop();
  });
  beforeEach(() => {
    customers += 1;
    account = storeAccount(`member-${customers}@example.com`, 'Long-enough-1');
    shop.mood.confirmMs = 0;
  });

  const clock = { now: () => new Date('2026-11-18T09:00:00Z'), sleep: async () => {} };
  const connect = (more: Partial<Recipe> = {}) =>
    connectTo(shop.url, { ...memberRecipe, ...more }, { chromium, recordings, clock });
  const apartment = { ...requestFor([{ productId: 'plate' }]).shippingAddress, addressLine2: 'Apt 4' };
  const plates = (quantity: number, more: Partial<PurchaseRequest> = {}) =>
    requestFor([{ productId: 'plate', quantity }], { account, shippingAddress: apartment, ...more });
  const options = (more: Partial<PurchaseRequest['options']>) => ({ options: { ...plainOptions, ...more } });

  async function checkOut(request: PurchaseRequest, connector = connect()): Promise<Checkout> {
    const prepared = await connector.prepare!(request, call());
    return prepared.kind === 'ready' ? prepared.checkout : expect.unreachable(JSON.stringify(prepared));
  }
  const shipToOf = ({ firstName, lastName, addressLine1, addressLine2, city, state, postalCode }: Address) =>
    [`${firstName} ${lastName}`, addressLine1, addressLine2, city, state, postalCode].join(', ');

  it('names the step where it stopped, even when the page was closed or the store is down', async () => {
    const { length: before } = shop.orders;
    const connector = connect();
    const request = plates(1);
    const interrupted = await checkOut(request, connector);
    const noTime = { signal: AbortSignal.abort() };
    const stopped = { kind: 'blocked', message: expect.stringMatching(/^Nothing was bought\. At last_look: /) };
    expect(await connector.submit!(interrupted, request, noTime)).toMatchObject(stopped);
    const expensive = await checkOut(request, connector);
    const tooHigh = { kind: 'refused', reason: 'max_price_exceeded', message: expect.stringMatching(/^At totals: /) };
    const cheaper = { ...request, maxPrice: toCents(1_499) };
    expect(await connector.submit!(expensive, cheaper, call())).toMatchObject(tooHigh);
    const released = await checkOut(request, connector);
    await connector.release!(released, request, call());
    const closed = { kind: 'blocked', message: expect.stringMatching(/^Nothing was bought\. At buy: /) };
    expect(await connector.submit!(released, request, call())).toMatchObject(closed);
    const nowhere = connectTo('http://127.0.0.1:1', memberRecipe, { chromium, recordings, clock });
    const down = { kind: 'blocked', message: expect.stringMatching(/^At [a-z_]+(\/start)?\/0: /) };
    expect(await nowhere.prepare!(request, call())).toMatchObject(down);
    expect(shop.orders).toHaveLength(before);
  });

  it('picks the saved address that was ordered, and enters it if only similar ones are saved', async () => {
    expect(recipeProblems(memberRecipe)).toEqual([]);
    const saved = [shipToOf({ ...apartment, addressLine2: 'Apt 5' }), shipToOf(apartment)];
    shop.addresses.set(account.email, [...saved]);
    const connector = connect();
    const request = plates(1);
    const checkout = await checkOut(request, connector);
    expect(await connector.submit!(checkout, request, call())).toMatchObject({ kind: 'placed' });
    expect(shop.orders.at(-1)).toMatchObject({ shipTo: saved[1], email: account.email });
    expect(shop.addresses.get(account.email)).toEqual(saved);

    const other = plates(1, { shippingAddress: { ...apartment, addressLine2: 'Apt 6' } });
    expect(await connector.submit!(await checkOut(other, connector), other, call())).toMatchObject({ kind: 'placed' });
    expect(shop.orders.at(-1)).toMatchObject({ shipTo: shipToOf(other.shippingAddress) });
    expect(shop.addresses.get(account.email)).toHaveLength(3);
  });

  it('reports a quantity cap, stated or silent', async () => {
    const connector = connect();
    const before = shop.orders.length;
    const capped = plates(5);
    const lineId = capped.lines[0]!.lineId;
    const refused = { kind: 'refused', reason: 'product_quantity_unavailable', lineIds: [lineId] };
    const at = (place: string) => ({ message: expect.stringMatching(new RegExp(`^At ${place}: The store`)) });
    expect(await connector.prepare!(capped, call())).toMatchObject({
      ...refused,
      ...at('cart'),
      limits: [{ lineId, quantity: 3 }],
    });
    const scarce = requestFor([{ productId: 'bowl', quantity: 4 }], { account });
    const scarceId = scarce.lines[0]!.lineId;
    expect(await connector.prepare!(scarce, call())).toMatchObject({
      ...refused,
      ...at('add/\\d+'),
      lineIds: [scarceId],
      limits: [{ lineId: scarceId, quantity: 2 }],
    });
    expect(shop.orders).toHaveLength(before);
  });

  it('enters promo codes, refuses one that the store rejects, and buys without an optional one', async () => {
    const code = (text: string, more: Partial<PromoCode> = {}): PromoCode => ({
      code: text,
      optional: false,
      merchantId: null,
      discountAmount: null,
      discountPercentage: null,
      costOverride: null,
      ...more,
    });
    const connector = connect();
    expect(connector.honours).toContain('promo_codes');
    expect(connect({ check_out: memberRecipe.check_out.slice(1) }).honours).not.toContain('promo_codes');
    const before = shop.orders.length;
    const wrong = plates(2, options({ promoCodes: [code('NOPE')] }));
    const invalid = {
      reason: 'checkout_failed',
      detail: 'invalid_promo_code',
      message: expect.stringMatching(/^At check_out\/\d+: The store did not accept/),
    };
    expect(await connector.prepare!(wrong, call())).toMatchObject(invalid);
    const demanding = plates(2, options({ promoCodes: [code('WELCOME', { discountPercentage: 50 })] }));
    expect(await connector.prepare!(demanding, call())).toMatchObject({ detail: 'promo_codes_unavailable' });
    expect(shop.orders).toHaveLength(before);
    const good = plates(2, options({ promoCodes: [code('WELCOME'), code('NOPE', { optional: true })] }));
    const checkout = await checkOut(good, connector);
    expect(checkout.price).toMatchObject({ subtotal: 1_800, total: 2_300 });
    expect(await connector.submit!(checkout, good, call())).toMatchObject({ kind: 'placed' });
    expect(shop.orders.at(-1)).toMatchObject({ code: 'WELCOME', total: 2_300 });
  });

  it('chooses a delivery day, and fails the order if it is too late', async () => {
    const connector = connect();
    const request = plates(1, { account: null, ...options({ maxDeliveryDays: 9 }) });
    const checkout = await checkOut(request, connector);
    expect(checkout.estimatedDelivery).toBe('2026-11-27');
    const placed = await connector.submit!(checkout, request, call());
    expect(placed).toMatchObject({ kind: 'placed', purchase: { estimatedDelivery: '2026-11-27' } });
    expect(shop.orders.at(-1)).toMatchObject({ day: 'Friday, November 27', email: '' });
    const late = {
      reason: 'shipping_unavailable',
      detail: 'max_delivery_days_exceeded',
      message: expect.stringMatching(/^At delivery: /),
    };
    const urgent = plates(1, { account: null, ...options({ maxDeliveryDays: 8 }) });
    expect(await connector.prepare!(urgent, call())).toMatchObject(late);
    const unread = connect({ delivery: { read: '#nowhere' } });
    expect(await unread.prepare!(urgent, call())).toMatchObject(late);
  });

  it('waits for a slow confirmation, and finds a draft on a later page of the history', async () => {
    shop.addPastOrders(account.email, 5);
    shop.mood.confirmMs = 4_000;
    const patient = plates(1);
    const connector = connect({ buy: { ...memberRecipe.buy, within_seconds: 40 } });
    const first = await checkOut(patient, connector);
    expect(await connector.submit!(first, patient, call())).toMatchObject({ kind: 'placed' });

    const request = plates(3);
    const hasty = connect({ buy: { ...memberRecipe.buy, within_seconds: 1 } });
    const checkout = await checkOut(request, hasty);
    expect(await hasty.submit!(checkout, request, call())).toMatchObject({ kind: 'unknown' });
    const bought = shop.orders.at(-1)!;
    // Two newer ones push it off the first page.
    shop.addPastOrders(account.email, 2);
    const query = findQuery(request, checkout);
    expect(await connect().find!(query, call())).toMatchObject({
      kind: 'found',
      purchase: { merchantOrderIds: [bought.number] },
    });
    const tracked = await connector.track!({ ...query, merchantOrderIds: [bought.number] }, call());
    const parcel = { trackingNumber: 'ZX1', estimatedDeliveryDate: '2026-11-27' };
    expect(tracked).toMatchObject({ kind: 'tracked', shipments: [parcel] });
  });
});
