import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findQuery } from '../../../test/conformance/subject.ts';
import { buyAfterFaults } from '../../../test/harness/browser-faults.ts';
import { pagesRecipe, startPagesSessions } from '../../../test/harness/pages-shop/connector.ts';
import { recipeBy } from '../../../test/harness/pages-shop/late-sales.ts';
import { requestFor, storeAccount } from '../../../test/harness/stores/request.ts';
import { hourMs, minuteMs } from '../../kit/clock.ts';
import { toCents } from '../../kit/money.ts';
import type { Checkout, FindQuery, PurchaseRequest } from '../contract.ts';
import { findChromium } from './chromium.ts';

const call = () => ({ signal: AbortSignal.timeout(200_000) });

describe.skipIf(findChromium() === null)('a pages-only store whose answer is lost', { timeout: 240_000 }, () => {
  let visits: Awaited<ReturnType<typeof startPagesSessions>>;
  let account: ReturnType<typeof storeAccount>;
  let customers = 0;
  beforeAll(async () => {
    visits = await startPagesSessions(2);
  });
  afterAll(() => visits?.stop());
  beforeEach(async () => {
    customers += 1;
    account = storeAccount(`late-${customers}@example.com`, 'Long-enough-1');
    visits.shop.register(account.email, await account.password());
  });

  const lamp = (more: Partial<PurchaseRequest> = {}) => requestFor([{ productId: 'lamp' }], { account, ...more });
  const salesOf = ({ email } = account) => visits.shop.sales().filter((order) => order.email === email).length;

  /** A prepared checkout whose button was pressed, with an unknown outcome. */
  async function lose(connector: ReturnType<typeof visits.connect>, request: PurchaseRequest): Promise<Checkout> {
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify(prepared));
    expect(await connector.submit!(prepared.checkout, request, call())).toMatchObject({ kind: 'unknown' });
    return prepared.checkout;
  }

  // Two of many, in the long form: the service buys in more ways, and all combinations run with `npm run test:stores`.
  const cases = [
    { minutes: 5, shows: 'number', keepsCart: true, author: 'no order page', late: 60 },
    { minutes: 20, shows: 'nothing', keepsCart: true, author: 'no order page', late: 0 },
  ] as const;

  it.runIf(process.env.TEST_WHOLE === '1').each(cases)(
    'sells once: $minutes min late, shows $shows, cart kept: $keepsCart, recipe: $author, late_seconds $late',
    async ({ minutes, shows, keepsCart, author, late }) => {
      const connector = visits.connectWith(recipeBy(author, late));
      visits.shop.mood.late = { ms: minutes * minuteMs, shows, keepsCart };
      const outcomes = await buyAfterFaults(connector, lamp(), visits.clock, [0, 40]);
      expect(['found', 'operator'], outcomes.join(', ')).toContain(outcomes.at(-1));
      expect(outcomes.filter((outcome) => outcome === 'unknown')).toHaveLength(1);
      visits.clock.advance(40 * minuteMs);
      expect(salesOf()).toBe(1);
    },
  );

  it('confirms no fence when the cart was already empty, and does not report the purchase as absent', async () => {
    const connector = visits.connect();
    const request = lamp();
    visits.shop.mood.late = { ms: 1_000 * minuteMs, shows: 'nothing', keepsCart: false };
    const query = findQuery(request, await lose(connector, request));
    visits.clock.advance(40 * minuteMs);
    for (const look of ['first', 'second']) {
      expect(await connector.fence!(query, call()), look).toEqual({ fenced: false });
      expect(await connector.find!(query, call()), look).toMatchObject({ kind: 'unsure' });
    }
    expect(visits.shop.orders.filter(({ email }) => email === account.email)).toHaveLength(1);
  });

  it('counts a draft as a purchase, and is unsure about orders that look like it', async () => {
    const connector = visits.connectWith(recipeBy('no reference'));
    const request = lamp();
    visits.shop.mood.late = { ms: 1_000 * minuteMs, shows: 'number', keepsCart: true };
    const query = findQuery(request, await lose(connector, request));
    const [draft] = visits.shop.orders.filter(({ email }) => email === account.email);
    visits.clock.advance(40 * minuteMs);
    expect(await connector.fence!(query, call())).toEqual({ fenced: true });
    const unclear = { kind: 'unsure', message: expect.stringContaining(draft!.number) };
    expect(await connector.find!(query, call())).toMatchObject(unclear);
    draft!.draft!.shows = 'all';
    expect(await connector.find!(query, call())).toMatchObject({
      kind: 'found',
      matchedBy: 'content',
      purchase: { merchantOrderIds: [draft!.number] },
    });
    const isTaken = async () => true;
    expect(await connector.find!({ ...query, isTaken }, call())).toEqual({ kind: 'absent' });
    // A recipe that takes a draft for a canceled order does not make it absent, even with our reference on it.
    const order = { ...pagesRecipe().order!, cancelled: { text: '#status', has: 'draft' } };
    const canceled = { kind: 'unsure', message: expect.stringContaining('canceled') };
    expect(await visits.connect({ order }).find!(query, call())).toMatchObject(canceled);
  });

  it('does not take the `or` of `buy.number` for an order number', async () => {
    const number = { read: '#nothing', or: 'See your email' };
    const buy = { ...pagesRecipe().buy, number, within_seconds: 3 };
    const connector = visits.connect({ buy });
    const request = lamp();
    const query = findQuery(request, await lose(connector, request));
    const [order] = visits.shop.orders.filter(({ email }) => email === account.email);
    const purchase = { merchantOrderIds: [order!.number] };
    expect(await connector.find!(query, call())).toMatchObject({ kind: 'found', purchase });
  });

  it('buys again only if the cart still had the items, and only after late_seconds', async () => {
    const connector = visits.connect({ late_seconds: 3_600 });
    const request = lamp();
    visits.shop.mood.lose = { note: request.reference, when: 'before' };
    const checkout = await lose(connector, request);
    const query = findQuery(request, checkout);
    // The fence has not looked into the cart yet: nobody knows whether the store took it.
    expect(await connector.find!(query, call())).toMatchObject({ kind: 'unsure' });
    // Another process does not know whether the button is still to be pressed: it leaves the cart alone at first.
    expect(await visits.connect().fence!(query, call())).toEqual({ fenced: false });
    expect(visits.shop.cartOf(account.email)).toHaveLength(1);
    expect(await connector.fence!(query, call())).toEqual({ fenced: false });
    expect(visits.shop.cartOf(account.email)).toEqual([]);
    visits.clock.advance(59 * minuteMs);
    expect(await connector.fence!(query, call())).toEqual({ fenced: false });
    visits.clock.advance(2 * minuteMs);
    expect(await connector.fence!(query, call())).toEqual({ fenced: true });
    expect(await connector.find!(query, call())).toEqual({ kind: 'absent' });

    // The second press reads the history once more, and does not come to it when the sale is there by then.
    const since = new Date(visits.clock.now().getTime() - 90 * minuteMs);
    const again = { ...request, earlier: { since, isTaken: async () => false } };
    const prepared = await connector.prepare!(again, call());
    if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify(prepared));
    const number = visits.shop.record(account.email, { note: request.reference });
    expect(await connector.submit!(prepared.checkout, again, call())).toMatchObject({ kind: 'unknown' });
    expect(await connector.find!(findQuery(request, prepared.checkout), call())).toMatchObject({
      kind: 'found',
      purchase: { merchantOrderIds: [number] },
    });
    expect(salesOf()).toBe(1);
  });

  it('does not take the cart of a later order for its own', async () => {
    const connector = visits.connect();
    const request = lamp();
    visits.shop.mood.late = { ms: 1_000 * minuteMs, shows: 'nothing', keepsCart: false };
    const checkout = await lose(connector, request);
    expect(await connector.prepare!(lamp(), call())).toMatchObject({ kind: 'ready' });
    expect(visits.shop.cartOf(account.email)).toHaveLength(1);
    visits.clock.advance(40 * minuteMs);
    expect(await connector.fence!(findQuery(request, checkout), call())).toEqual({ fenced: false });
    expect(await connector.find!(findQuery(request, checkout), call())).toMatchObject({ kind: 'unsure' });
  });

  it('refuses a cart that differs from the order, and buys nothing', async () => {
    const left = { slug: 'lamp', title: 'Brass Lamp', variant: '', quantity: 4, price: 129_900 };
    visits.shop.cartOf(account.email).push(left);
    const connector = visits.connect({ empty_cart: [{ open: '/cart' }] });
    expect(await connector.prepare!(lamp(), call())).toMatchObject({
      kind: 'refused',
      reason: 'checkout_failed',
      detail: 'cart_differs',
      retryOnce: true,
      message: expect.stringContaining('5 × /item/lamp'),
    });
    expect(salesOf()).toBe(0);
  });

  it('says unsure for a guest whose order was submitted, and confirms no fence', async () => {
    const connector = visits.connect();
    const request = lamp({ account: null });
    visits.shop.mood.lose = { note: request.reference, when: 'before' };
    const query = findQuery(request, await lose(connector, request));
    visits.clock.advance(40 * minuteMs);
    expect(await connector.fence!(query, call())).toEqual({ fenced: false });
    expect(await connector.find!(query, call())).toMatchObject({ kind: 'unsure', isFinal: true });
    expect(await connector.find!(findQuery(request), call())).toMatchObject({ kind: 'unsure', isFinal: true });
    // In mode link a person buys as themselves: no history of ours shows it.
    const handsOver = visits.connect({}, { mode: 'link' });
    expect(handsOver.lookup).toBe('none');
    expect(await handsOver.find!(findQuery(lamp()), call())).toMatchObject({ kind: 'unsure', isFinal: true });
  });

  it('believes no history about a page that a person was given, also after the mode was changed', async () => {
    const connector = visits.connect();
    const amounts = { subtotal: 143_390, shipping: 0, tax: 0, fees: 0, total: 143_390 };
    const handle = JSON.stringify({
      visit: 'handed over',
      preparedAt: visits.clock.now().toISOString(),
      before: [],
      price: { currency: 'USD', basis: 'gross', ...amounts },
      lines: [],
      goods: [],
      link: 'https://shop.example/pay',
    });
    const query = { ...findQuery(lamp()), handle };
    visits.clock.advance(40 * minuteMs);
    expect(await connector.fence!(query, call())).toEqual({ fenced: false });
    expect(await connector.find!(query, call())).toMatchObject({ kind: 'unsure', isFinal: true });
  });

  it('does not trust a list that does not show its end, if there is no handle', async () => {
    const { next: _next, ...unpaged } = pagesRecipe().history!;
    const { empty: _empty, ...silent } = unpaged;
    const query: FindQuery = { ...findQuery(lamp()), since: new Date(visits.clock.now().getTime() - minuteMs) };
    // No orders, or a page that loads slowly.
    expect(await visits.connect({ history: silent }).find!(query, call())).toMatchObject({ kind: 'unsure' });
    visits.shop.record(account.email, { note: crypto.randomUUID() });
    // More orders may be on a page that the recipe does not turn to.
    expect(await visits.connect({ history: unpaged }).find!(query, call())).toMatchObject({ kind: 'unsure' });
    expect(await visits.connect().find!(query, call())).toEqual({ kind: 'absent' });
  });

  it('is unsure about a purchase that the store dates too early, unless it has our reference', async () => {
    const noNote = visits.connectWith(recipeBy('no reference'));
    const request = lamp();
    const since = visits.clock.now();
    const query: FindQuery = { ...findQuery(request), since };
    const number = visits.shop.record(account.email, { note: request.reference });
    const order = visits.shop.orders.find((one) => one.number === number)!;
    order.placed = new Date(since.getTime() - hourMs);
    expect(await visits.connect().find!(query, call())).toMatchObject({ kind: 'found' });
    const unsure = { kind: 'unsure', message: expect.stringContaining(number) };
    expect(await noNote.find!(query, call())).toMatchObject(unsure);
    // A later attempt in another process does not take it for an older order, nor for ours.
    const again = { ...request, earlier: { since, isTaken: async () => false } };
    const prepared = await noNote.prepare!(again, call());
    if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify(prepared));
    expect(await noNote.submit!(prepared.checkout, again, call())).toMatchObject({ kind: 'unknown' });
    expect(await noNote.find!({ ...query, handle: prepared.checkout.handle }, call())).toMatchObject(unsure);
    expect(salesOf()).toBe(1);
    order.placed = new Date(since.getTime() - 27 * hourMs);
    expect(await noNote.find!(query, call())).toEqual({ kind: 'absent' });
  });

  it('is unsure while the history shows a new order without a number', async () => {
    const connector = visits.connect();
    const request = lamp();
    visits.shop.mood.lose = { note: request.reference, when: 'before' };
    const checkout = await lose(connector, request);
    const placed = visits.shop.record(account.email, { note: request.reference });
    const order = visits.shop.orders.find(({ number }) => number === placed)!;
    order.number = '';
    visits.clock.advance(40 * minuteMs);
    const queries = [findQuery(request, checkout), { ...findQuery(request), since: order.placed }];
    for (const query of queries) {
      await connector.fence!(query, call());
      const unsure = { kind: 'unsure', message: expect.stringContaining('without a number') };
      expect(await connector.find!(query, call())).toMatchObject(unsure);
    }
    order.placed = new Date(order.placed.getTime() - 48 * hourMs);
    expect(await connector.find!(queries[1]!, call())).toEqual({ kind: 'absent' });
  });

  it('knows the rows without a number that the history showed before', async () => {
    const connector = visits.connect();
    const request = lamp();
    const addRow = (): void => {
      const placed = visits.shop.record(account.email, { note: 'A gift card' });
      visits.shop.orders.find(({ number }) => number === placed)!.number = '';
    };
    addRow();
    visits.shop.mood.lose = { note: request.reference, when: 'before' };
    const query = findQuery(request, await lose(connector, request));
    visits.clock.advance(40 * minuteMs);
    await connector.fence!(query, call());
    expect(await connector.find!(query, call())).toEqual({ kind: 'absent' });
    // So does a later attempt.
    const again = { ...request, earlier: { since: query.since, isTaken: async () => false } };
    const prepared = await connector.prepare!(again, call());
    if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify(prepared));
    expect(JSON.parse(prepared.checkout.handle)).toMatchObject({ unnumbered: [expect.any(String)] });
    addRow();
    const unsure = { kind: 'unsure', message: expect.stringContaining('without a number') };
    expect(await connector.find!(query, call())).toMatchObject(unsure);
  });

  it('finds a purchase without a handle: by reference, by content, never another order’s', async () => {
    const connector = visits.connect();
    expect(connector).toMatchObject({ lookup: 'account_history', lateWindowMs: 30 * minuteMs });
    const noNote = visits.connectWith(recipeBy('no reference'));
    const request = lamp();
    const query: FindQuery = { ...findQuery(request), since: new Date(visits.clock.now().getTime() - minuteMs) };
    expect(await connector.find!(query, call())).toEqual({ kind: 'absent' });
    expect(await connector.fence!(query, call())).toEqual({ fenced: false });

    const number = visits.shop.record(account.email, { note: request.reference });
    const purchase = { merchantOrderIds: [number], price: { total: 143_390, subtotal: 143_390 } };
    expect(await connector.find!(query, call())).toMatchObject({ kind: 'found', purchase });
    expect(await noNote.find!(query, call())).toMatchObject({ kind: 'found', purchase, matchedBy: 'content' });
    const isTaken = async (taken: string) => taken === number;
    expect(await noNote.find!({ ...query, isTaken }, call())).toEqual({ kind: 'absent' });
    expect(await noNote.find!({ ...query, maxPrice: toCents(143_389) }, call())).toEqual({ kind: 'absent' });
    visits.shop.record(account.email, { note: 'somebody else' });
    expect(await connector.find!(query, call())).toMatchObject({ kind: 'found', purchase });
    expect(await noNote.find!(query, call())).toMatchObject({
      kind: 'unsure',
      message: expect.stringContaining(number),
    });
  });
});
