import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../test/harness/fake-clock.ts';
import { placedOrder, returnFor } from '../../../../test/harness/returns.ts';
import { orderFor, startSystem, type TestSystem } from '../../../../test/harness/system.ts';
import { newId } from '../../../kit/ids.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { addReturnNote, answerCase, type CasePost, caseReasons, postToCase, presentCase, readCase } from './index.ts';
import { caseNoteOfReturn, findPostProblem } from './model.ts';

let system: TestSystem;
const clock = fakeClock();
beforeAll(async () => {
  system = await startSystem({ clock, withLive: true });
});
afterAll(() => system.stop());

async function newOrder(key?: string): Promise<string> {
  const owner = key ?? (await system.mint());
  const answer = await system.post('/orders', owner, orderFor(`${system.url}/shop/products/test-success`));
  return answer.body.id;
}

const post = (id: string, what: CasePost, isManaged = true) =>
  inTransaction(system.database.db, (tx) => postToCase({ tx, clock }, { id, isManaged }, what));
const answer = (id: string, message: string, close = false) =>
  inTransaction(system.database.db, (tx) => answerCase({ tx, clock }, id, { message, close }));
async function written(orderId: string): Promise<{ cases: number; messages: number; events: number }> {
  const { rows } = await sql<{ cases: number; messages: number; events: number }>`
    select (select count(*) from cases where order_id = ${orderId}) as cases,
      (select count(*) from case_messages where order_id = ${orderId}) as messages,
      (select count(*) from jobs where kind = 'events' and payload ->> 'type' = 'case.updated'
        and payload ->> 'orderId' = ${orderId}) as events`.execute(system.database.db);
  return rows[0]!;
}

describe('the rule about reasons', () => {
  it.each([
    [null, undefined, 'reason_missing'],
    [null, 'other', null],
    ['open', undefined, null],
    ['open', 'other', 'reason_unwanted'],
    ['closed', undefined, 'reason_missing'],
    ['closed', 'other', null],
  ] as const)('state %s with reason %s: %s', (state, reason, problem) =>
    expect(findPostProblem(state, reason)).toBe(problem),
  );
});

describe('a case', () => {
  it('is opened, answered, continued, closed and reopened; each change is an event', async () => {
    const id = await newOrder();
    expect(await readCase(system.database.db, id)).toEqual({ state: null, messages: [] });
    await post(id, { message: 'Broken.', reason: 'nondelivery.damaged' });
    clock.advance(1000);
    await answer(id, 'Please send a picture.');
    await post(id, { message: 'Here it is.' });
    await answer(id, 'Refunded.', true);
    expect((await readCase(system.database.db, id)).state).toBe('closed');
    await expect(post(id, { message: 'And now?' })).rejects.toMatchObject({ problems: [{ loc: ['body', 'reason'] }] });
    expect(await written(id)).toEqual({ cases: 1, messages: 4, events: 4 });
    const reopened = await post(id, { message: 'No money came.', reason: 'other' });
    expect(reopened.state).toBe('open');
    expect(presentCase(reopened).messages.map(({ type, message }) => [type, message])).toEqual([
      ['case.opened.nondelivery.damaged', 'Broken.'],
      ['case.freetext', 'Please send a picture.'],
      ['case.freetext', 'Here it is.'],
      ['case.closed', 'Refunded.'],
      ['case.opened.other', 'No money came.'],
    ]);
    expect(presentCase(reopened).messages[0]?.timestamp).toBe('2026-08-21T10:00:00.000Z');
    expect(await written(id)).toEqual({ cases: 1, messages: 5, events: 5 });
  });

  it.each([...caseReasons])('opens for %s', async (reason) => {
    const id = await newOrder();
    const opened = await post(id, { message: 'Hello.', reason });
    expect(opened).toMatchObject({ state: 'open', messages: [{ type: `case.opened.${reason}` }] });
  });

  it.each([
    [{ message: 'No reason.' }, true],
    [{ message: 'x', reason: 'because' }, true],
    [{ message: ' ', reason: 'other' }, true],
    [{ message: 'x'.repeat(10_001), reason: 'other' }, true],
    [{ message: 'My own account.', reason: 'other' }, false],
  ])('is not opened by %j (managed: %s)', async (what, isManaged) => {
    const id = await newOrder();
    await expect(post(id, what, isManaged)).rejects.toThrow();
    expect(await written(id)).toEqual({ cases: 0, messages: 0, events: 0 });
  });

  it('takes no reason while it is open', async () => {
    const id = await newOrder();
    await post(id, { message: 'First.', reason: 'other' });
    await expect(post(id, { message: 'Again.', reason: 'other' })).rejects.toMatchObject({
      problems: [{ loc: ['body', 'reason'], msg: expect.stringContaining('already open') }],
    });
    expect(await written(id)).toEqual({ cases: 1, messages: 1, events: 1 });
  });

  it('is one for concurrent requests', async () => {
    const id = await newOrder();
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => post(id, { message: `${n}`, reason: 'other' })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await written(id)).toEqual({ cases: 1, messages: 1, events: 1 });
  });

  it('returns 404 if there is none, and an error once it is closed', async () => {
    const id = await newOrder();
    await expect(answer(id, 'Hello?')).rejects.toMatchObject({ status: 404 });
    await post(id, { message: 'Hi.', reason: 'other' });
    await answer(id, 'Bye.', true);
    await expect(answer(id, 'One more thing.')).rejects.toMatchObject({ status: 400 });
    expect(await written(id)).toEqual({ cases: 1, messages: 2, events: 2 });
  });

  it('lists returns, open or closed and once each, but is not opened by them', async () => {
    const key = await system.mint();
    const { order, itemId } = await placedOrder(system, key, 3);
    const returned = async (status: string) => {
      const made = await system.post('/returns', key, returnFor(order.id, itemId));
      await system.queue.drain();
      await system.post(`/sandbox/returns/${made.body.id}/resolve`, key, { status });
      await system.queue.drain();
      return made.body.id;
    };
    const first = await returned('credited');
    expect(await readCase(system.database.db, order.id)).toEqual({ state: null, messages: [] });
    await post(order.id, { message: 'The rest, too.', reason: 'return.request_label' });
    await returned('approved');
    await answer(order.id, 'Done.', true);
    await returned('denied');
    const { state, messages } = await readCase(system.database.db, order.id);
    expect(state).toBe('closed');
    expect(messages.map((one) => one.type)).toEqual([
      'case.opened.return.request_label',
      'case.return.status_updated',
      'case.return.label_generated',
      'case.closed',
      'case.return.status_updated',
      'case.return.status_updated',
    ]);
    await inTransaction(system.database.db, (tx) =>
      addReturnNote({ tx, clock }, { orderId: order.id, returnId: first }),
    );
    await inTransaction(system.database.db, (tx) =>
      addReturnNote({ tx, clock }, { orderId: order.id, returnId: first }),
    );
    const told = (await readCase(system.database.db, order.id)).messages.slice(6);
    expect(told).toMatchObject([{ type: 'case.refund.partial', message: expect.stringContaining(first) }]);
  });

  it('says whether a refund was the whole of it', () => {
    const credited = { id: '1', status: 'credited' };
    expect(caseNoteOfReturn(credited, { chargedCents: 500, creditedCents: 500 }).type).toBe('case.refund.full');
    expect(caseNoteOfReturn(credited, { chargedCents: 500, creditedCents: 499 }).type).toBe('case.refund.partial');
  });
});

describe('POST /sandbox/orders/{id}/case/reply', () => {
  it('responds and closes', async () => {
    const key = await system.mint();
    const id = await newOrder(key);
    await post(id, { message: 'Where is it?', reason: 'tracking.request_update' });
    const reply = await system.post(`/sandbox/orders/${id}/case/reply`, key, { message: 'On its way.' });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      state: 'open',
      messages: [{}, { type: 'case.freetext', message: 'On its way.' }],
    });
    const last = await system.post(`/sandbox/orders/${id}/case/reply`, key, { message: 'There.', close: true });
    expect(last.body).toMatchObject({ state: 'closed', messages: [{}, {}, { type: 'case.closed' }] });
    expect((await system.post(`/sandbox/orders/${id}/case/reply`, key, { message: 'x' })).status).toBe(400);
  });

  it('is 404 with a live key, for another account, without a case, and for an unknown order', async () => {
    const key = await system.mint();
    const id = await newOrder(key);
    const reply = { message: 'Hello.' };
    expect((await system.post(`/sandbox/orders/${id}/case/reply`, key, reply)).status).toBe(404);
    await post(id, { message: 'Hi.', reason: 'other' });
    const live = await system.account('live');
    for (const other of [live.key, await system.mint()]) {
      expect((await system.post(`/sandbox/orders/${id}/case/reply`, other, reply)).status).toBe(404);
    }
    const liveOrder = await system.post('/orders', live.key, orderFor('https://www.walmart.com/ip/100000001'));
    expect(liveOrder.status).toBe(201);
    const liveId = liveOrder.body.id;
    await post(liveId, { message: 'Hi.', reason: 'other' });
    expect((await system.post(`/sandbox/orders/${liveId}/case/reply`, live.key, reply)).status).toBe(404);
    expect((await system.post(`/sandbox/orders/${newId()}/case/reply`, key, reply)).status).toBe(404);
    expect((await system.post(`/sandbox/orders/${id}/case/reply`, undefined, reply)).status).toBe(401);
    expect(await written(id)).toEqual({ cases: 1, messages: 1, events: 1 });
  });

  it.each([
    [{}, 'missing'],
    [{ message: '' }, 'string_too_short'],
    [{ message: 'x', close: 'yes' }, 'bool_parsing'],
    [{ message: 'x', closed: true }, 'extra_forbidden'],
  ])('refuses %j', async (body, type) => {
    const key = await system.mint();
    const id = await newOrder(key);
    const refused = await system.post(`/sandbox/orders/${id}/case/reply`, key, body);
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toMatchObject([{ type }]);
  });
});
