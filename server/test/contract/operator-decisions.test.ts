import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { World } from '../../src/kit/world.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import {
  hideStoreHistory,
  type OperatorClient,
  operatorEnv,
  personOn,
  unknownOutcomeOrder,
} from '../harness/operator.ts';
import { placedOrder, returnFor } from '../harness/returns.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
let contract: Contract;
let operator: OperatorClient;
let key: string;
beforeAll(async () => {
  system = await startSystem({ clock, withLive: true, env: operatorEnv });
  hideStoreHistory(system);
  contract = await readContract(system);
  operator = await personOn(system, contract);
  key = await system.mint();
});
afterAll(() => system.stop());

const unknownId = '6d1f2f0e-5a0b-4c43-9d5c-0d7c0f8f9a10';
const lastEntry = async () => (await operator.get('/operator/audit?limit=1')).body.entries[0];
/** Refuses, and writes nothing: no audit row either. */
async function refused(path: string, body: unknown): Promise<[number, string | undefined]> {
  const before = await rowCounts(system.database.db);
  const answer = await operator.post(path, body);
  expect(await rowCounts(system.database.db)).toEqual(before);
  return [answer.status, answer.body.error?.code ?? answer.body.detail?.[0].type];
}

describe('/operator/doubts', () => {
  const bought = { outcome: 'bought', total_cents: 1999, merchant_order_id: 'M-1', note: 'It is in the history.' };
  const notBought = { outcome: 'not_bought', note: 'The history is empty.' };

  it('shows the evidence, and accepts the decision that it was bought', async () => {
    const id = await unknownOutcomeOrder(system, clock, key);
    const { body } = await operator.get('/operator/doubts');
    expect(body.total).toBe(1);
    expect(body.doubts).toMatchObject([
      {
        order_id: id,
        world: 'test',
        account_email: null,
        retailer: '127.0.0.1',
        max_price_cents: 5000,
        fee_cents: 0,
        paid_by_client: false,
        evidence: {
          reference: id,
          bought_with: null,
          last_answer: 'The history page does not load.',
          timeline: [{ type: 'order_created' }, { type: 'placement_started' }],
        },
        order: {
          id,
          status: 'in_progress',
          attempts: 1,
          items: [{ quantity: 1 }],
          shipping_address: { city: 'San Francisco' },
        },
      },
    ]);
    expect(body.doubts[0].evidence.times_asked).toBeGreaterThan(3);
    expect(body.doubts[0].evidence.checkout_kept).toBe(true);
    const decided = await operator.post(`/operator/doubts/${id.toUpperCase()}/decide`, bought);
    expect(decided.status).toBe(200);
    expect(decided.body).toMatchObject({ id, status: 'order_placed', merchant_order_ids: ['M-1'] });
    expect((await system.get('/wallet', key)).body).toMatchObject({ held_cents: 0, available_cents: 998_001 });
    expect(await lastEntry()).toMatchObject({
      operator_email: operator.email,
      action: 'order.decided',
      subject_type: 'order',
      subject_id: id,
      before: { status: 'in_progress' },
      after: { status: 'order_placed', total_cents: 1999, merchant_order_ids: ['M-1'] },
      note: 'It is in the history.',
    });
    expect((await operator.get('/operator/doubts')).body).toEqual({ doubts: [], total: 0 });
    expect(await refused(`/operator/doubts/${id}/decide`, notBought)).toEqual([400, 'bad_request']);
  });

  it('accepts the decision that it was not bought: everything is released', async () => {
    const owner = await system.mint();
    const id = await unknownOutcomeOrder(system, clock, owner);
    const decided = await operator.post(`/operator/doubts/${id}/decide`, notBought);
    expect(decided.body).toMatchObject({ status: 'order_failed', job_result: { error_type: 'outcome_unknown' } });
    expect((await system.get('/wallet', owner)).body).toMatchObject({ held_cents: 0, available_cents: 1_000_000 });
    expect(await lastEntry()).toMatchObject({ after: { status: 'order_failed' }, note: 'The history is empty.' });
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('rejects an order that does not need review or is unknown', async () => {
    const { body } = await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    expect(await refused(`/operator/doubts/${body.id}/decide`, notBought)).toEqual([400, 'bad_request']);
    expect(await refused(`/operator/doubts/${unknownId}/decide`, notBought)).toEqual([404, 'not_found']);
    expect(await refused('/operator/doubts/x/decide', notBought)).toEqual([422, 'uuid_parsing']);
    await system.queue.drain();
  });

  it.each([
    [{ outcome: 'bought', note: 'x' }, 'missing'],
    [{ outcome: 'bought', total_cents: 1, note: 'x' }, 'missing'],
    [{ outcome: 'not_bought', total_cents: 1, note: 'x' }, 'value_error'],
    [{ outcome: 'not_bought' }, 'missing'],
    [{ outcome: 'not_bought', note: '' }, 'string_too_short'],
    [{ outcome: 'perhaps', note: 'x' }, 'enum'],
    [{ ...bought, total_cents: -1 }, 'greater_than_equal'],
    [{ ...bought, total: 1 }, 'extra_forbidden'],
  ])('422 for %j', async (body, type) => {
    expect(await refused(`/operator/doubts/${unknownId}/decide`, body)).toEqual([422, type]);
  });
});

describe('/operator/returns', () => {
  async function openReturn(owner = key) {
    const { order, itemId, total } = await placedOrder(system, owner);
    const { body } = await system.post('/returns', owner, returnFor(order.id, itemId));
    await system.queue.drain();
    return { id: body.id as string, orderId: order.id as string, total };
  }
  const resolve = (id: string, body: unknown) => operator.post(`/operator/returns/${id}/resolve`, body);

  it('lists them with what they are worth, and credits', async () => {
    const owner = await system.account('test');
    const { id, orderId, total } = await openReturn(owner.key);
    const { body } = await operator.get('/operator/returns?status=open');
    expect(body).toMatchObject({
      total: 1,
      returns: [
        {
          id,
          order_id: orderId,
          world: 'test',
          account_id: owner.accountId,
          account_email: `${owner.accountId}@example.com`,
          retailer: '127.0.0.1',
          charged_cents: total,
          worth_cents: total,
          credited_cents: null,
          label_urls: [],
        },
      ],
    });
    const resolved = await resolve(id, { status: 'credited', resolution_notes: 'Keep it.' });
    expect(resolved.status).toBe(200);
    expect(resolved.body).toMatchObject({ status: 'credited', credited_cents: total, resolution_notes: 'Keep it.' });
    expect(resolved.body.message).toContain(`${total} cents`);
    expect((await system.get('/wallet', owner.key)).body.available_cents).toBe(1_000_000);
    expect(await lastEntry()).toMatchObject({
      action: 'return.resolved',
      subject_type: 'return',
      subject_id: id,
      before: { status: 'open' },
      after: { status: 'credited', credited_cents: total, labels: 0 },
      note: 'Keep it.',
    });
    expect((await operator.get('/operator/returns?status=open')).body.total).toBe(0);
    expect(await refused(`/operator/returns/${id}/resolve`, { status: 'denied' })).toEqual([409, 'return_not_allowed']);
  });

  it('approves with a label, as the store would', async () => {
    const { id } = await openReturn();
    const { body } = await resolve(id, { status: 'approved' });
    expect(body).toMatchObject({ status: 'approved', message: 'Approved, with 1 label.' });
    const label = await fetch(body.label_urls[0]);
    expect([label.status, label.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await system.get(`/returns/${id}`, key)).body.merchant_return_id).toEqual(expect.any(String));
    expect(await lastEntry()).toMatchObject({ after: { status: 'approved', labels: 1 }, note: null });
  });

  it('says when there is no label, because a live store cannot be asked for one', async () => {
    const { key: live } = await system.account('live');
    const { id } = await openReturn(live);
    const { body } = await resolve(id, { status: 'approved', resolution_notes: null });
    expect(body).toMatchObject({ status: 'approved', world: 'live', label_urls: [] });
    expect(body.message).toContain('without a label');
  });

  it('denies', async () => {
    const { id } = await openReturn();
    expect((await resolve(id, { status: 'denied', resolution_notes: 'Worn.' })).body).toMatchObject({
      status: 'denied',
      resolution_notes: 'Worn.',
    });
    expect(await lastEntry()).toMatchObject({ after: { status: 'denied', credited_cents: null }, note: 'Worn.' });
  });

  it('refuses what is unknown or not understood', async () => {
    const path = `/operator/returns/${unknownId}/resolve`;
    expect(await refused(path, { status: 'denied' })).toEqual([404, 'not_found']);
    expect(await refused(path, { status: 'open' })).toEqual([422, 'enum']);
    expect(await refused(path, {})).toEqual([422, 'missing']);
    expect(await refused(path, { status: 'denied', amount: 1 })).toEqual([422, 'extra_forbidden']);
    expect(await refused('/operator/returns/x/resolve', { status: 'denied' })).toEqual([422, 'uuid_parsing']);
  });
});

describe('/operator/cases', () => {
  async function openCase(owner = key): Promise<string> {
    const { body } = await system.post('/orders', owner, orderFor(`${system.url}/shop/products/test-success`));
    await system.post(`/orders/${body.id}/case`, owner, { message: 'Where is it?', reason: 'tracking.request_update' });
    clock.advance(1000);
    return body.id;
  }

  it('lists those of everyone, and shows one', async () => {
    const owner = await system.account('live');
    const id = await openCase(owner.key);
    const other = await openCase();
    const { body } = await operator.get('/operator/cases?state=open&limit=2');
    expect(body.cases.map((one: { order_id: string }) => one.order_id)).toEqual([other, id]);
    expect(body.cases[1]).toMatchObject({
      world: 'live',
      account_id: owner.accountId,
      account_email: `${owner.accountId}@example.com`,
      order_status: 'pending',
      tracking_statuses: [],
      last_message: { author: 'customer', body: 'Where is it?' },
    });
    const one = await operator.get(`/operator/cases/${id}`);
    expect(one.body).toMatchObject({
      order_id: id,
      state: 'open',
      messages: [{ body: 'Where is it?' }],
      world: 'live',
    });
    expect((await operator.get(`/operator/cases/${unknownId}`)).status).toBe(404);
    expect((await operator.get('/operator/cases/x')).status).toBe(422);
  });

  it('are answered and closed', async () => {
    const id = await openCase();
    const path = `/operator/cases/${id}/reply`;
    const answered = await operator.post(path, { message: 'On its way.' });
    expect(answered.body).toMatchObject({ state: 'open', messages: [{}, { author: 'operator', body: 'On its way.' }] });
    expect(await lastEntry()).toMatchObject({
      action: 'case.answered',
      subject_type: 'case',
      subject_id: id,
      before: { state: 'open' },
      after: { state: 'open' },
      note: 'On its way.',
    });
    const closed = await operator.post(path, { message: 'There.', close: true });
    expect(closed.body).toMatchObject({ state: 'closed', messages: [{}, {}, { type: 'case.closed' }] });
    expect(await lastEntry()).toMatchObject({ action: 'case.closed', after: { state: 'closed' } });
    expect((await system.get(`/orders/${id}/case`, key)).body).toMatchObject({ state: 'closed' });
    expect(await refused(path, { message: 'One more thing.' })).toEqual([400, 'bad_request']);
  });

  it('wait for a reply until an operator answers, in the count and in the open tasks', async () => {
    const id = await openCase();
    const waiting = async () => (await operator.get('/operator/overview')).body.waiting.open_cases;
    const isTask = async () =>
      (await operator.get('/operator/today')).body.tasks.some((task: { id: string }) => task.id === id);
    const before = await waiting();
    expect(await isTask()).toBe(true);
    await operator.post(`/operator/cases/${id}/reply`, { message: 'On its way.' });
    expect([await waiting(), await isTask()]).toEqual([before - 1, false]);
    await system.post(`/orders/${id}/case`, key, { message: 'It is not here.' });
    expect([await waiting(), await isTask()]).toEqual([before, true]);
  });

  it('are completed once, no matter how often the same response is sent', async () => {
    const id = await openCase();
    const path = `/operator/cases/${id}/reply`;
    const send = (body: unknown, world: World = 'live', spelt = path) =>
      operator.call(spelt, { method: 'POST', body, world, headers: { 'idempotency-key': `answer-${id}` } });
    const body = { message: 'On its way.', close: true };
    const first = await send(body);
    expect(first.body.messages).toHaveLength(2);
    const before = await rowCounts(system.database.db);
    for (const again of [
      await send(body),
      await send(body, 'test'),
      await send(body, 'live', path.replace(id, id.toUpperCase())),
    ]) {
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
    const other = await send({ message: 'Something else.' });
    expect([other.status, other.body.error.code]).toEqual([409, 'already_exists']);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('are rejected if there is no action, or if the response is empty', async () => {
    const { body } = await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    for (const id of [body.id, unknownId]) {
      expect(await refused(`/operator/cases/${id}/reply`, { message: 'Hello?' })).toEqual([404, 'not_found']);
    }
    const id = await openCase();
    expect(await refused(`/operator/cases/${id}/reply`, {})).toEqual([422, 'missing']);
    expect(await refused(`/operator/cases/${id}/reply`, { message: ' ' })).toEqual([422, 'value_error']);
    expect(await refused(`/operator/cases/${id}/reply`, { message: 'x', shut: true })).toEqual([
      422,
      'extra_forbidden',
    ]);
  });
});
