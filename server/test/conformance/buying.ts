import { expect, it } from 'vitest';
import {
  type Checkout,
  type HistoryPage,
  type PaidLine,
  type PriceComponents,
  type Purchase,
  type PurchaseRequest,
  refusals,
} from '../../src/connectors/contract.ts';
import { newId } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import { abortedCall, bought, type Current, call, findQuery, need, ready, submitted } from './subject.ts';

/** What a store may call differently in its cart and in its order is left out. */
const comparableLine = ({ lineId, quantity, unitPrice }: PaidLine) => ({ lineId, quantity, unitPrice });

function expectTotalAddsUp({ subtotal, shipping, tax, fees, total }: PriceComponents): void {
  for (const amount of [subtotal, shipping, tax, fees, total]) {
    expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
  }
  expect(subtotal + shipping + tax + fees).toBe(total);
}

/** The cart is what was ordered, for a price that was allowed. */
export function expectCartAsOrdered(checkout: Checkout, request: PurchaseRequest): void {
  const count = ({ lineId, quantity }: { lineId: string; quantity: number }) => ({ lineId, quantity });
  expect(checkout.lines.map(count)).toEqual(request.lines.map(count));
  expect(checkout.price.total).toBeLessThanOrEqual(request.maxPrice);
  if (!checkout.shipTo) return;
  const { country, postalCode } = request.shippingAddress;
  expect(checkout.shipTo.country).toBe(country);
  expect(checkout.shipTo.postalCode.slice(0, 5)).toBe(postalCode.slice(0, 5));
}

/** What was charged is what was quoted. */
export function expectAsShown(purchase: Purchase, checkout: Checkout): void {
  expect(purchase.price).toEqual(checkout.price);
}

/**
 * An order that was never submitted finds nothing; without a lookup, the result is unsure. An earlier purchase to the
 * same address belongs to another order.
 */
async function expectNone(current: Current, request: PurchaseRequest, taken: readonly string[] = []): Promise<void> {
  const { connector } = current();
  const query = { ...findQuery(request), isTaken: async (id: string) => taken.includes(id) };
  const { kind } = await connector.find!(query, call());
  expect(connector.lookup === 'none' ? ['unsure'] : ['absent', 'unsure']).toContain(kind);
}

export function buys(current: Current): void {
  it('prepares without buying', async (context) => {
    need(context, current(), 'checkout', 'find');
    const { connector, request } = current();
    const purchaseRequest = request();
    const checkout = await ready(current(), purchaseRequest);
    expectTotalAddsUp(checkout.price);
    expectCartAsOrdered(checkout, purchaseRequest);
    // Until it is fenced, the cart can still be bought, so it need not be absent.
    const seen = await connector.find!(findQuery(purchaseRequest, checkout), call());
    expect(['absent', 'unsure']).toContain(seen.kind);
  });

  it('releases a cart that was only quoted', async (context) => {
    need(context, current(), 'quote', 'find');
    const { connector, request } = current();
    const purchaseRequest = request();
    const checkout = await ready(current(), purchaseRequest);
    await connector.release!(checkout, purchaseRequest, call());
    expect(await connector.find!(findQuery(purchaseRequest, checkout), call())).toEqual({ kind: 'absent' });
    const { price } = await ready(current(), purchaseRequest);
    expect(price).toEqual(checkout.price);
  });

  it('buys once, for the price that it showed, and finds it by our reference', async (context) => {
    need(context, current(), 'checkout', 'find');
    const { connector, request } = current();
    const purchaseRequest = request();
    const checkout = await ready(current(), purchaseRequest);
    const purchase = await submitted(current(), checkout, purchaseRequest);
    expectTotalAddsUp(purchase.price);
    expectAsShown(purchase, checkout);
    expect(purchase.lines.map(comparableLine)).toEqual(checkout.lines.map(comparableLine));
    expect(purchase.price.total).toBeLessThanOrEqual(purchaseRequest.maxPrice);
    expect(purchase.merchantOrderIds.length).toBeGreaterThan(0);
    expect(purchase.lines.map((line) => line.lineId)).toEqual(purchaseRequest.lines.map((line) => line.lineId));
    expect(await connector.find!(findQuery(purchaseRequest, checkout), call())).toEqual({ kind: 'found', purchase });
    await expectNone(current, request(), purchase.merchantOrderIds);
  });

  it('never charges more than max_price', async (context) => {
    need(context, current(), 'checkout', 'find');
    const { connector, request } = current();
    const { price } = await ready(current(), request());
    const exact = request({ maxPrice: price.total });
    expect((await bought(current(), exact)).price.total).toBe(price.total);
    const short = request({ maxPrice: toCents(price.total - 1) });
    expect(await connector.prepare!(short, call())).toMatchObject({ kind: 'refused', reason: 'max_price_exceeded' });
    await expectNone(current, short);
  });

  it('refuses what it does not have, with a name, and does not throw', async (context) => {
    need(context, current(), 'checkout');
    const { connector, request, missingProduct } = current();
    const purchaseRequest = request();
    const line = { ...purchaseRequest.lines[0]!, ref: missingProduct };
    const prepared = await connector.prepare!({ ...purchaseRequest, lines: [line] }, call());
    expect(prepared).toMatchObject({ kind: 'refused', reason: 'product_not_found' });
    expect(refusals).toContain((prepared as { reason: string }).reason);
  });

  it('names the line that it does not have, and sells the others without it', async (context) => {
    need(context, current(), 'checkout');
    const { connector, request, missingProduct } = current();
    const rest = request({ isBestEffort: true });
    const missing = { ...rest.lines[0]!, lineId: newId(), ref: missingProduct };
    const refused = await connector.prepare!({ ...rest, lines: [...rest.lines, missing] }, call());
    expect(refused).toMatchObject({ kind: 'refused', reason: 'product_not_found', lineIds: [missing.lineId] });
    expectCartAsOrdered(await ready(current(), rest), rest);
  });

  it('says how many it would sell, and sells that many', async (context) => {
    need(context, current(), 'checkout');
    const { connector, scarce } = current();
    if (!scarce) return context.skip('has enough of everything');
    const { request, limit } = scarce;
    const [line] = request.lines;
    const { lineId } = line!;
    const limits = [{ lineId, quantity: limit }];
    expect(await connector.prepare!(request, call())).toMatchObject({ kind: 'refused', lineIds: [lineId], limits });
    const fewer = { ...request, lines: [{ ...line!, quantity: limit }] };
    expectCartAsOrdered(await ready(current(), fewer), fewer);
  });

  it('ends when the call is aborted, and reports everything it bought', async (context) => {
    need(context, current(), 'checkout', 'find');
    const { connector, request } = current();
    const purchaseRequest = request();
    await expect(connector.prepare!(purchaseRequest, abortedCall())).rejects.toThrow('interrupted');
    const checkout = await ready(current(), purchaseRequest);
    const outcome = await connector.submit!(checkout, purchaseRequest, abortedCall()).catch(
      () => ({ kind: 'unknown' }) as const,
    );
    expect(['unknown', 'blocked', 'refused']).toContain(outcome.kind);
    if (outcome.kind !== 'unknown') {
      expect(await connector.find!(findQuery(purchaseRequest, checkout), call())).toEqual({ kind: 'absent' });
    }
  });
}

export function testUnknownOutcomes(current: Current): void {
  it('buys nothing after a fence', async (context) => {
    need(context, current(), 'checkout', 'find', 'fence');
    const { connector, request } = current();
    const purchaseRequest = request();
    const checkout = await ready(current(), purchaseRequest);
    const query = findQuery(purchaseRequest, checkout);
    expect(await connector.fence!(query, call())).toEqual({ fenced: true });
    const outcome = await connector.submit!(checkout, purchaseRequest, call());
    // A store that shows a guest nothing cannot say more than that it does not know; its history can.
    expect(['refused', 'blocked', 'unknown']).toContain(outcome.kind);
    expect(await connector.find!(query, call())).toEqual({ kind: 'absent' });
  });

  it('lets the order be tried again after a fence', async (context) => {
    need(context, current(), 'checkout', 'fence');
    const { connector, request } = current();
    const purchaseRequest = request();
    const checkout = await ready(current(), purchaseRequest);
    await connector.fence!(findQuery(purchaseRequest, checkout), call());
    expect((await bought(current(), purchaseRequest)).merchantOrderIds.length).toBeGreaterThan(0);
  });

  it('has one purchase to find when the answer was lost after buying, and none when before', async (context) => {
    need(context, current(), 'checkout', 'find', 'fence');
    const { connector, lostAnswers } = current();
    if (!lostAnswers) return context.skip('cannot lose an answer here');
    for (const [make, kind] of [
      [lostAnswers.afterBuying, 'found'],
      [lostAnswers.beforeBuying, 'absent'],
    ] as const) {
      const purchaseRequest = make();
      const checkout = await ready(current(), purchaseRequest);
      const outcome = await connector.submit!(checkout, purchaseRequest, call());
      expect(outcome).toMatchObject({ kind: 'unknown' });
      const query = findQuery(purchaseRequest, checkout);
      const { fenced } = await connector.fence!(query, call());
      if (kind === 'absent' && !fenced && connector.lateWindowMs) {
        await current().elapse(connector.lateWindowMs);
        expect(await connector.fence!(query, call())).toEqual({ fenced: true });
      } else expect(fenced || kind === 'found').toBe(true);
      expect(await connector.find!(query, call())).toMatchObject({ kind });
    }
  });

  it('lists what it sold under our reference', async (context) => {
    need(context, current(), 'checkout', 'history');
    const { connector, request } = current();
    const wanted = request();
    const purchase = await bought(current(), wanted);
    const found: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: HistoryPage = await connector.history!({ since: new Date(0), cursor }, call());
      for (const { reference, merchantOrderIds } of page.purchases) {
        if (reference === wanted.reference) found.push(...merchantOrderIds);
      }
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(found).toEqual(purchase.merchantOrderIds);
  });

  it('does not buy a cart twice when the button is pressed twice', async (context) => {
    need(context, current(), 'checkout', 'find');
    const { connector, request, countSold } = current();
    const purchaseRequest = request();
    const checkout = await ready(current(), purchaseRequest);
    const press = () => connector.submit!(checkout, purchaseRequest, call());
    const kinds = (await Promise.all([press(), press()])).map((outcome) => outcome.kind);
    expect(kinds).toContain('placed');
    expect(await connector.find!(findQuery(purchaseRequest, checkout), call())).toMatchObject({ kind: 'found' });
    if (countSold) expect(await countSold(purchaseRequest.reference)).toBe(1);
  });

  // Hundreds of calls, where a store needs many to fill a cart.
  const long = { timeout: 1_800_000 };
  it(
    'can fill the cart anew, whichever call of filling it was lost, and buys what was ordered',
    long,
    async (context) => {
      need(context, current(), 'checkout', 'find');
      const { connector, request, loseCall, isSlow } = current();
      if (!loseCall) return context.skip('cannot lose a call here');
      const step = isSlow && process.env.TEST_WHOLE !== '1' ? 2 : 1;
      for (const [start, when] of (['before', 'after'] as const).entries()) {
        for (let place = step === 1 ? 0 : start; place < 30; place += step) {
          const purchaseRequest = request();
          const hasLost = loseCall(place, when);
          const first = await connector.prepare!(purchaseRequest, call());
          if (!hasLost()) break;
          // Nothing can have been bought yet, so the outcome is never unknown, and nothing is thrown.
          expect(['blocked', 'ready']).toContain(first.kind);
          const checkout = await ready(current(), purchaseRequest);
          const purchase = await submitted(current(), checkout, purchaseRequest);
          expect(purchase.lines.map(({ lineId, quantity }) => ({ lineId, quantity }))).toEqual(
            purchaseRequest.lines.map(({ lineId, quantity }) => ({ lineId, quantity })),
          );
        }
      }
    },
  );
}
