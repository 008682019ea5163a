import { expect, it } from 'vitest';
import { toCents } from '../../kit/money.ts';
import { type PriceComponents, refusals } from '../contract.ts';
import { bought, brokenOff, type Current, call, findQuery, need, ready, submitted } from './subject.ts';

function expectWholeSum({ subtotal, shipping, tax, fees, total }: PriceComponents): void {
  for (const amount of [subtotal, shipping, tax, fees, total]) {
    expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
  }
  expect(subtotal + shipping + tax + fees).toBe(total);
}

export function buys(current: Current): void {
  it('prepares without buying', async (context) => {
    need(context, current(), 'checkout', 'find');
    const { connector, request } = current();
    const wish = request();
    const checkout = await ready(current(), wish);
    expectWholeSum(checkout.price);
    expect(checkout.lines.map((line) => line.lineId)).toEqual(wish.lines.map((line) => line.lineId));
    expect(await connector.find!(findQuery(wish, checkout), call())).toEqual({ kind: 'absent' });
  });

  it('lets go of a cart that was only quoted', async (context) => {
    need(context, current(), 'quote', 'find');
    const { connector, request } = current();
    const wish = request();
    const checkout = await ready(current(), wish);
    await connector.release!(checkout, wish, call());
    expect(await connector.find!(findQuery(wish, checkout), call())).toEqual({ kind: 'absent' });
    const { price } = await ready(current(), wish);
    expect(price).toEqual(checkout.price);
  });

  it('buys once, for the price that it showed, and finds it by our reference', async (context) => {
    need(context, current(), 'checkout', 'find');
    const { connector, request } = current();
    const wish = request();
    const checkout = await ready(current(), wish);
    const purchase = await submitted(current(), checkout, wish);
    expectWholeSum(purchase.price);
    // What was charged is what was quoted.
    expect(purchase.price).toEqual(checkout.price);
    expect(purchase.lines).toEqual(checkout.lines.map(({ offerId: _offer, ...line }) => line));
    expect(purchase.price.total).toBeLessThanOrEqual(wish.maxPrice);
    expect(purchase.merchantOrderIds.length).toBeGreaterThan(0);
    expect(purchase.lines.map((line) => line.lineId)).toEqual(wish.lines.map((line) => line.lineId));
    expect(await connector.find!(findQuery(wish, checkout), call())).toEqual({ kind: 'found', purchase });
    expect(await connector.find!(findQuery(request()), call())).toEqual({ kind: 'absent' });
  });

  it('never charges more than max_price', async (context) => {
    need(context, current(), 'checkout', 'find');
    const { connector, request } = current();
    const { price } = await ready(current(), request());
    const exact = request({ maxPrice: price.total });
    expect((await bought(current(), exact)).price.total).toBe(price.total);
    const short = request({ maxPrice: toCents(price.total - 1) });
    expect(await connector.prepare!(short, call())).toMatchObject({ kind: 'refused', reason: 'max_price_exceeded' });
    expect(await connector.find!(findQuery(short), call())).toEqual({ kind: 'absent' });
  });

  it('refuses what it does not have, with a name, and does not throw', async (context) => {
    need(context, current(), 'checkout');
    const { connector, request, missingProduct } = current();
    const wish = request();
    const line = { ...wish.lines[0]!, ref: missingProduct };
    const prepared = await connector.prepare!({ ...wish, lines: [line] }, call());
    expect(prepared).toMatchObject({ kind: 'refused', reason: 'product_not_found' });
    expect(refusals).toContain((prepared as { reason: string }).reason);
  });

  it('ends when the call is broken off, and then has bought nothing that it does not admit', async (context) => {
    need(context, current(), 'checkout', 'find');
    const { connector, request } = current();
    const wish = request();
    await expect(connector.prepare!(wish, brokenOff())).rejects.toThrow('broken off');
    const checkout = await ready(current(), wish);
    const outcome = await connector.submit!(checkout, wish, brokenOff()).catch(() => ({ kind: 'unknown' }) as const);
    expect(['unknown', 'blocked', 'refused']).toContain(outcome.kind);
    if (outcome.kind !== 'unknown') {
      expect(await connector.find!(findQuery(wish, checkout), call())).toEqual({ kind: 'absent' });
    }
  });
}

export function settlesDoubt(current: Current): void {
  it('buys nothing any more behind a fence', async (context) => {
    need(context, current(), 'checkout', 'find', 'fence');
    const { connector, request } = current();
    const wish = request();
    const checkout = await ready(current(), wish);
    const query = findQuery(wish, checkout);
    expect(await connector.fence!(query, call())).toEqual({ fenced: true });
    const outcome = await connector.submit!(checkout, wish, call());
    // A store that shows a guest nothing cannot say more than that it does not know; its history can.
    expect(['refused', 'blocked', 'unknown']).toContain(outcome.kind);
    expect(await connector.find!(query, call())).toEqual({ kind: 'absent' });
  });

  it('lets the order be tried again after a fence', async (context) => {
    need(context, current(), 'checkout', 'fence');
    const { connector, request } = current();
    const wish = request();
    const checkout = await ready(current(), wish);
    await connector.fence!(findQuery(wish, checkout), call());
    expect((await bought(current(), wish)).merchantOrderIds.length).toBeGreaterThan(0);
  });

  it('has one purchase to find when the answer was lost after buying, and none when before', async (context) => {
    need(context, current(), 'checkout', 'find', 'fence');
    const { connector, lostAnswers } = current();
    if (!lostAnswers) return context.skip('cannot lose an answer here');
    for (const [make, kind] of [
      [lostAnswers.afterBuying, 'found'],
      [lostAnswers.beforeBuying, 'absent'],
    ] as const) {
      const wish = make();
      const checkout = await ready(current(), wish);
      const outcome = await connector.submit!(checkout, wish, call());
      expect(outcome).toMatchObject({ kind: 'unknown' });
      const query = findQuery(wish, checkout);
      expect(await connector.fence!(query, call())).toEqual({ fenced: true });
      expect(await connector.find!(query, call())).toMatchObject({ kind });
    }
  });

  it('does not buy a cart twice when the button is pressed twice', async (context) => {
    need(context, current(), 'checkout', 'find');
    const { connector, request, countSold } = current();
    const wish = request();
    const checkout = await ready(current(), wish);
    const press = () => connector.submit!(checkout, wish, call());
    const kinds = (await Promise.all([press(), press()])).map((outcome) => outcome.kind);
    expect(kinds).toContain('placed');
    expect(await connector.find!(findQuery(wish, checkout), call())).toMatchObject({ kind: 'found' });
    if (countSold) expect(await countSold(wish.reference)).toBe(1);
  });

  it('can fill the cart anew, whichever call of filling it was lost, and buys what was ordered', async (context) => {
    need(context, current(), 'checkout', 'find');
    const { connector, request, loseCall } = current();
    if (!loseCall) return context.skip('cannot lose a call here');
    for (const when of ['before', 'after'] as const) {
      for (let place = 0; place < 30; place += 1) {
        const wish = request();
        const hasLost = loseCall(place, when);
        const first = await connector.prepare!(wish, call());
        if (!hasLost()) break;
        // Nothing can have been bought yet, so it is never a doubt, and never an exception.
        expect(['blocked', 'ready']).toContain(first.kind);
        const checkout = await ready(current(), wish);
        const purchase = await submitted(current(), checkout, wish);
        expect(purchase.lines.map(({ lineId, quantity }) => ({ lineId, quantity }))).toEqual(
          wish.lines.map(({ lineId, quantity }) => ({ lineId, quantity })),
        );
      }
    }
  });
}
