import { describe, expect, it } from 'vitest';
import { findQuery } from '../../../test/conformance/subject.ts';
import { call } from '../../../test/stand-ins/ucp/bench.ts';
import { bench, buy, expectNothingSold, facing, withHostileShop } from '../../../test/stand-ins/ucp/hostile.ts';
import { recordOf } from '../cart-lines.ts';

withHostileShop();

describe('a store that requires a person', () => {
  it('is checked at the URL in its last response, and continues afterward', async () => {
    const connector = facing({ escalates: 'at first' });
    const request = bench.order();
    const first = await connector.prepare!(request, call());
    if (first.kind !== 'needs') throw new Error(`not asked: ${first.kind}`);
    expect(first.question).toMatchObject({
      kind: 'open_url',
      url: expect.stringContaining(`${bench.shop.origin}/continue/`),
      details: { store_says: [{ code: 'review', content: 'Confirm your age.' }] },
    });
    const answers = [{ kind: 'open_url' as const, answer: { done: true }, resume: first.question.resume ?? null }];
    const again = await connector.prepare!({ ...request, answers }, call());
    if (again.kind !== 'needs') throw new Error('not asked again');
    expect(again.question.url).not.toBe(first.question.url);
    bench.shop.behave();
    for (const session of bench.shop.state.sessions.values()) {
      if (session.status !== 'requires_escalation') continue;
      session.status = 'ready_for_complete';
      const [method] = session.delivery as { groups: { selected_option_id: string }[] }[];
      method!.groups[0]!.selected_option_id = 'slow';
    }
    const sessions = bench.shop.state.sessions.size;
    expect(await buy(connector, { ...request, answers })).toMatchObject({ kind: 'placed' });
    expect(bench.shop.state.sessions.size).toBe(sessions);
  });

  it('at the buy button has sold nothing yet', async () => {
    await expectNothingSold(async () => {
      expect(await buy(facing({ escalates: 'at complete' }), bench.order())).toMatchObject({
        kind: 'needs',
        question: { kind: 'open_url', url: expect.stringContaining('/continue/') },
      });
    });
  });

  it('after our payment was sent is unknown until the store shows the end, and is not paid again', async () => {
    const connector = facing({ escalates: 'at complete' });
    const request = bench.order();
    const asked = await buy(connector, request);
    if (asked.kind !== 'needs') throw new Error(`not asked: ${asked.kind}`);
    expect(asked.question.isInDoubt).toBe(true);
    const { resume = null, url } = asked.question;
    const answers = [{ kind: 'open_url' as const, answer: { done: true }, resume }];
    const session = bench.shop.state.sessions.get(new URL(url!).pathname.split('/')[2]!)!;
    expect(await connector.watch!.look(resume!, null, call())).toBeNull();
    const completes = bench.shop.seen('complete_checkout').length;
    for (const status of ['requires_escalation', 'ready_for_complete', 'complete_in_progress', 'completed']) {
      session.status = status;
      expect(await buy(connector, { ...request, answers }), status).toMatchObject({ kind: 'bought_before' });
    }
    bench.shop.behave({ broken: true });
    expect(await buy(connector, { ...request, answers })).toMatchObject({ kind: 'bought_before' });
    bench.shop.behave();
    expect(await connector.watch!.look(resume!, null, call())).toEqual({ done: true });
    session.status = 'canceled';
    expect(await buy(connector, { ...request, answers })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('was not completed'),
    });
    expect(completes).toBe(1);
    expect(bench.shop.seen('complete_checkout')).toEqual([]);
  });

  it('without a page is unknown once our payment was sent', async () => {
    expect(await buy(facing({ escalates: 'at complete', hasNoPage: true }), bench.order())).toMatchObject({
      kind: 'unknown',
    });
  });

  it('is not canceled once it was sold', async () => {
    const connector = bench.connect();
    const request = bench.order();
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') throw new Error(prepared.kind);
    await connector.submit!(prepared.checkout, request, call());
    const query = findQuery(request, prepared.checkout);
    expect(await connector.fence!(query, call())).toEqual({ fenced: true });
    expect(bench.shop.seen('cancel_checkout')).toEqual([]);
  });

  it('where the person already bought on its page does not get a second order', async () => {
    const connector = facing({ escalates: 'at first' });
    const request = bench.order();
    const first = await connector.prepare!(request, call());
    if (first.kind !== 'needs') throw new Error('not asked');
    for (const session of bench.shop.state.sessions.values()) {
      if (session.status === 'requires_escalation') Object.assign(session, { status: 'completed', orderId: 'ord_own' });
    }
    const answers = [{ kind: 'open_url' as const, answer: { done: true }, resume: first.question.resume ?? null }];
    await expectNothingSold(async () => {
      expect(await buy(connector, { ...request, answers })).toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('ord_own'),
      });
    });
  });
});

describe('the catalog', () => {
  it('is paged by has_next_page, whatever cursor there is', async () => {
    const connector = bench.connect();
    const pages = [];
    for (let page: number | null = 1; page !== null; ) {
      const found = await connector.search!('real', { query: 'paper cup', page, freeShipping: false }, call());
      pages.push(found.results.length);
      page = found.nextPage;
    }
    expect(pages).toEqual([20, 20, 5]);
  });

  it('is not needed to buy by the store’s own item IDs', async () => {
    const connector = facing({ catalogue: false });
    const request = bench.order(1);
    const lines = request.lines.map((line) => ({ ...line, ref: { ...line.ref, productId: 'var_mug' } }));
    expect(await buy(connector, { ...request, lines })).toMatchObject({ kind: 'placed' });
  });
});

describe('an order that the store shows after the purchase', () => {
  it.each([{ id: 'ord_of_somebody' }, { currency: 'JPY' }])('is not read as ours with %j', async (showsOrder) => {
    const connector = facing({});
    const request = bench.order();
    const outcome = await buy(connector, request);
    if (outcome.kind !== 'placed') throw new Error(outcome.kind);
    const { merchantOrderIds, note = null } = outcome.purchase;
    const purchase = recordOf(request, { merchantOrderIds, note });
    expect(await connector.track!(purchase, call())).toMatchObject({ kind: 'tracked' });
    bench.shop.behave({ showsOrder });
    expect(await connector.track!(purchase, call())).toMatchObject({ kind: 'unreachable' });
    const since = { askedAt: null, approvedAt: new Date(0), others: [], reason: '', explanation: null };
    const asked = { ...since, reference: 'r1', purchase, lines: [], methodCode: null, returnAddress: null };
    expect(await connector.checkRefund!(asked, call())).toMatchObject({ kind: 'unreachable' });
  });
});
