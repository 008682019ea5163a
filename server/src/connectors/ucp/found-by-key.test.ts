import { describe, expect, it } from 'vitest';
import { findQuery } from '../../../test/conformance/subject.ts';
import { call } from '../../../test/stand-ins/ucp/bench.ts';
import { bench, buy, expectNothingSold, facing, withHostileShop } from '../../../test/stand-ins/ucp/hostile.ts';
import { hourMs, plusMs } from '../../kit/clock.ts';
import type { Checkout, Connector, FindQuery, PurchaseRequest } from '../contract.ts';
import { findComplaint } from './check-session.ts';

withHostileShop();

async function readyAt(connector: Connector, request: PurchaseRequest): Promise<Checkout> {
  const prepared = await connector.prepare!(request, call());
  if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared));
  return prepared.checkout;
}

const sessionsOf = (status: string) =>
  [...bench.shop.state.sessions.values()].filter((session) => session.status === status).length;

/** What the engine does with an order whose outcome nobody knows: fence first, then look. */
async function look(connector: Connector, request: PurchaseRequest, more: Partial<FindQuery> = {}) {
  const query = { ...findQuery(request), ...more };
  const { fenced } = await connector.fence!(query, call());
  return { fenced, answer: await connector.find!(query, call()) };
}

describe('a store that honors idempotency keys', () => {
  it('is found again in the session of a forgotten attempt', async () => {
    const connector = bench.connect();
    const request = bench.order();
    const first = await readyAt(connector, request);
    const again = await readyAt(connector, request);
    const idOf = ({ handle }: Checkout) => JSON.parse(handle).checkoutId;
    expect(idOf(again)).toBe(idOf(first));
    expect(await connector.submit!(again, request, call())).toMatchObject({ kind: 'placed' });
    expect(bench.shop.soldUnder(request.reference)).toBe(1);
  });

  it('does not sell an order twice, and shows its session', async () => {
    const connector = bench.connect();
    const request = bench.order();
    expect(await buy(connector, request)).toMatchObject({ kind: 'placed' });
    await expectNothingSold(async () => {
      const repeated = await connector.prepare!(request, call());
      if (repeated.kind !== 'bought_before') throw new Error(repeated.kind);
      const query = { ...findQuery(request), handle: repeated.handle };
      expect(await connector.find!(query, call())).toMatchObject({ kind: 'found' });
      expect(await connector.submit!({ ...fakeCheckout, handle: repeated.handle }, request, call())).toMatchObject({
        kind: 'unknown',
      });
    });
    expect(bench.shop.soldUnder(request.reference)).toBe(1);
  });

  it('that is still working on the purchase is asked about it, and not bought from', async () => {
    const connector = bench.connect();
    const request = bench.order();
    const checkout = await readyAt(connector, request);
    for (const session of bench.shop.state.sessions.values()) session.status = 'complete_in_progress';
    expect((await connector.find!(findQuery(request, checkout), call())).kind).toBe('unsure');
    expect(await connector.prepare!(request, call())).toMatchObject({ kind: 'bought_before' });
    bench.shop.behave({ ignoresCancel: true });
    expect(await look(connector, request)).toMatchObject({ fenced: false, answer: { kind: 'unsure' } });
    for (const session of bench.shop.state.sessions.values()) session.status = 'canceled';
  });

  it('shows a purchase of which no handle is left', async () => {
    const connector = bench.connect();
    const request = bench.order();
    const placed = await buy(connector, request);
    if (placed.kind !== 'placed') throw new Error(placed.kind);
    const { merchantOrderIds } = placed.purchase;
    const { fenced, answer } = await look(bench.connect(), request);
    expect([fenced, answer]).toMatchObject([true, { kind: 'found', purchase: { merchantOrderIds } }]);
    expect(bench.shop.soldUnder(request.reference)).toBe(1);
  });

  it('shows a purchase from the third session of an order, and one of a thing that is sold out since', async () => {
    const connector = bench.connect();
    const request = bench.order();
    for (let cart = 0; cart < 2; cart += 1) {
      await connector.release!(await readyAt(connector, request), request, call());
    }
    expect(await buy(connector, request)).toMatchObject({ kind: 'placed' });
    bench.shop.behave({ soldOut: true });
    expect(await look(connector, request)).toMatchObject({ fenced: true, answer: { kind: 'found' } });
  });

  it('shows that nothing was bought once its open session is canceled, and sells afterward', async () => {
    const connector = bench.connect();
    const request = bench.order();
    const checkout = await readyAt(connector, request);
    const open = sessionsOf('ready_for_complete');
    await expectNothingSold(async () => {
      expect(await look(connector, request)).toEqual({ fenced: true, answer: { kind: 'absent' } });
      expect(await connector.submit!(checkout, request, call())).toMatchObject({ kind: 'refused' });
    });
    expect(sessionsOf('ready_for_complete')).toBe(open - 1);
    expect(sessionsOf('incomplete')).toBe(0);
    expect(await buy(connector, request)).toMatchObject({ kind: 'placed' });
    expect(bench.shop.soldUnder(request.reference)).toBe(1);
  });

  it('is trusted for as long as it keeps keys, and no longer', async () => {
    const connector = bench.connect();
    const request = bench.order();
    expect(await buy(connector, request)).toMatchObject({ kind: 'placed' });
    bench.shop.forgetKeys();
    const since = plusMs(new Date(), -24 * hourMs);
    const sessions = bench.shop.state.sessions.size;
    const looked = await look(connector, request, { since });
    expect(looked).toMatchObject({ fenced: false, answer: { kind: 'unsure', isFinal: true } });
    expect(bench.shop.state.sessions.size).toBe(sessions);
  });

  it('that has another request under the key is left to the operator', async () => {
    const connector = bench.connect();
    const request = bench.order(1);
    expect(await buy(connector, request)).toMatchObject({ kind: 'placed' });
    const other = { ...bench.order(2), reference: request.reference };
    await expectNothingSold(async () => {
      const prepared = await connector.prepare!(other, call());
      if (prepared.kind !== 'bought_before') throw new Error(prepared.kind);
      const { fenced, answer } = await look(connector, other, { handle: prepared.handle });
      expect([fenced, answer]).toMatchObject([false, { kind: 'unsure', isFinal: true }]);
      const checkout = { ...fakeCheckout, handle: prepared.handle };
      expect(await connector.submit!(checkout, other, call())).toMatchObject({ kind: 'unknown' });
    });
  });

  it('that shows the purchase of another order is not believed', async () => {
    const connector = bench.connect();
    const request = bench.order();
    expect(await buy(connector, request)).toMatchObject({ kind: 'placed' });
    const { answer } = await look(connector, request, { isTaken: async () => true });
    expect(answer).toMatchObject({ kind: 'unsure', isFinal: true });
  });

  it('is sent another key when a person came back from its page', async () => {
    // The store takes no payment from us. A session with our payment is never completed again.
    bench.shop.behave({ escalates: 'at complete', handlers: [] });
    const connector = bench.connect({ payment: null });
    const request = bench.order();
    const asked = await buy(connector, request);
    if (asked.kind !== 'needs') throw new Error(asked.kind);
    expect(asked.question.isInDoubt).toBeUndefined();
    bench.shop.behave({ handlers: [] });
    for (const session of bench.shop.state.sessions.values()) {
      if (session.status === 'requires_escalation') session.status = 'ready_for_complete';
    }
    const answers = [{ kind: 'open_url' as const, answer: { done: true }, resume: asked.question.resume ?? null }];
    expect(await buy(connector, { ...request, answers })).toMatchObject({ kind: 'placed' });
    expect(bench.shop.soldUnder(request.reference)).toBe(1);
  });
});

describe('a store that ignores idempotency keys', () => {
  it('never counts as "sold nothing", and keeps no open session of ours', async () => {
    const connector = facing({ keys: 'ignored' });
    const request = bench.order();
    expect(await buy(connector, request)).toMatchObject({ kind: 'placed' });
    const open = sessionsOf('incomplete');
    const { fenced, answer } = await look(connector, request);
    expect(fenced).toBe(false);
    expect(answer).toMatchObject({ kind: 'unsure', isFinal: true, message: expect.stringContaining('ignores') });
    expect(sessionsOf('incomplete')).toBe(open);
  });
});

describe('a fence', () => {
  it('does not hold if the store does not cancel', async () => {
    const connector = bench.connect();
    const request = bench.order();
    const checkout = await readyAt(connector, request);
    bench.shop.behave({ ignoresCancel: true });
    expect(await connector.fence!(findQuery(request, checkout), call())).toEqual({ fenced: false });
    expect(await look(connector, request)).toMatchObject({ fenced: false, answer: { kind: 'unsure' } });
  });

  it('does not hold if the store no longer knows the session, or does not respond', async () => {
    const connector = bench.connect();
    const request = bench.order();
    const checkout = await readyAt(connector, request);
    bench.shop.state.sessions.delete(JSON.parse(checkout.handle).checkoutId);
    const query = findQuery(request, checkout);
    expect(await connector.fence!(query, call())).toEqual({ fenced: false });
    expect((await connector.find!(query, call())).kind).toBe('unsure');
    expect(await look(connector, request)).toMatchObject({ fenced: false, answer: { kind: 'unsure' } });
    bench.shop.behave({ broken: true });
    expect(await look(connector, bench.order())).toMatchObject({ fenced: false, answer: { kind: 'unsure' } });
  });
});

describe('a store that does not show where it ships to', () => {
  it.each(['hidden', 'left out'] as const)('is bought from in mode review alone (%s)', async (address) => {
    bench.shop.behave({ address });
    const request = bench.order();
    await expectNothingSold(async () => {
      expect(await buy(bench.connect(), request)).toMatchObject({
        kind: 'refused',
        reason: 'checkout_failed',
        message: expect.stringContaining('does not show the shipping address'),
      });
    });
    const reviewed = await bench.connect({ mode: 'review' }).prepare!(bench.order(), call());
    expect(reviewed).toMatchObject({ kind: 'ready', checkout: { shipTo: null } });
  });

  it('sells once a person reviewed it', async () => {
    bench.shop.behave({ address: 'left out' });
    const request = bench.order();
    expect(await buy(bench.connect({ mode: 'review' }), request)).toMatchObject({
      kind: 'placed',
      purchase: { shipTo: null },
    });
    expect(bench.shop.soldUnder(request.reference)).toBe(1);
  });

  it('and shows another address later is not sold to', async () => {
    bench.shop.behave({ address: 'changed' });
    await expectNothingSold(async () => {
      expect(await buy(bench.connect({ mode: 'review' }), bench.order())).toMatchObject({ detail: 'cart_differs' });
    });
  });
});

describe('an order that accepts less than the whole', () => {
  it('has keys of its own for each cart, and is not searched for without its record', async () => {
    const connector = bench.connect();
    const whole = { ...bench.order(), isBestEffort: true };
    const [line] = whole.lines;
    const part = { ...whole, lines: [{ ...line!, quantity: 1 }] };
    await readyAt(connector, { ...whole, lines: [{ ...line!, quantity: 2 }] });
    const sold = bench.shop.state.orders.size;
    const checkout = await readyAt(connector, part);
    expect(await connector.submit!(checkout, part, call())).toMatchObject({
      kind: 'placed',
      purchase: { lines: [{ quantity: 1 }] },
    });
    expect(bench.shop.state.orders.size).toBe(sold + 1);
    expect(await connector.find!(findQuery(part, checkout), call())).toMatchObject({ kind: 'found' });
    expect(await look(connector, whole, { isBestEffort: true })).toMatchObject({
      fenced: false,
      answer: { kind: 'unsure', isFinal: true },
    });
    const lost = JSON.stringify({ ...JSON.parse(checkout.handle), checkoutId: null });
    expect(await look(connector, part, { handle: lost })).toMatchObject({ fenced: false, answer: { kind: 'unsure' } });
    expect(await connector.prepare!(part, call())).toMatchObject({ kind: 'bought_before' });
    expect(bench.shop.state.orders.size).toBe(sold + 1);
  });

  it('is told which line the store complains about, and how many it kept', () => {
    const wanted = [
      { lineId: 'a', variantId: 'mug', quantity: 1 },
      { lineId: 'b', variantId: 'shirt', quantity: 3 },
    ];
    const complaint = (path: string, quantity: number) =>
      findComplaint(
        {
          messages: [{ type: 'error', code: 'insufficient_stock', content: 'Few.', path }],
          line_items: [
            { item: { id: 'mug' }, quantity: 1 },
            { item: { id: 'shirt' }, quantity },
          ],
        },
        wanted,
      );
    expect(complaint('$.line_items[1].quantity', 2)).toMatchObject({
      reason: 'product_quantity_unavailable',
      lineIds: ['b'],
      limits: [{ lineId: 'b', quantity: 2 }],
    });
    expect(complaint('$.line_items[1]', 3)).toMatchObject({ lineIds: ['b'] });
    expect(complaint('$.line_items[7]', 3)).not.toHaveProperty('lineIds');
    expect(complaint('', 3)).not.toHaveProperty('lineIds');
  });
});

const fakeCheckout: Checkout = {
  handle: '',
  price: { currency: 'USD', basis: 'net', subtotal: 0, shipping: 0, tax: 0, fees: 0, total: 0 } as Checkout['price'],
  estimatedDelivery: null,
  lines: [],
  shipTo: null,
};
