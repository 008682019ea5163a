import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from '../../src/connectors/contract.ts';
import { newId } from '../../src/kit/ids.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import type { Contract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { type OperatorClient, operatorSystem, personOn, unknownOutcomeOrder } from '../harness/operator.ts';
import { mailsTo } from '../harness/person.ts';
import { placedOrder } from '../harness/returns.ts';
import { orderFor, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
let contract: Contract;
let operator: OperatorClient;
beforeAll(async () => {
  ({ system, contract, operator } = await operatorSystem(clock));
});
afterAll(() => system.stop());

const unknownId = '6d1f2f0e-5a0b-4c43-9d5c-0d7c0f8f9a10';
const fileOf = async (id: string) => (await operator.get(`/operator/orders/${id}`)).body;
const shopUrl = (product: string) => `${system.url}/shop/products/${product}`;

describe('POST /operator/orders/{order_id}/refund', () => {
  it('refunds an order without a case, by item or as an amount, and tells the customer', async () => {
    const own = await system.account('live');
    const email = `${own.accountId}@example.com`;
    const { order, itemId, total } = await placedOrder(system, own.key, 2);
    const path = `/operator/orders/${order.id}/refund`;
    const { refund: open } = await fileOf(order.id);
    expect(open).toMatchObject({ charged_cents: total, refunded_cents: 0, refundable_cents: total });
    const unit: number = open.items[0].unit_cents[0];
    const items = [{ order_item_id: itemId, quantity: 1 }];
    const refund = { id: newId(), amount_cents: unit, note: 'The parcel was lost.', items };
    const noFactor = await personOn(system, contract, 'second@example.com', { withFactor: false });
    const before = await rowCounts(system.database.db);
    expect((await operator.post(path, { ...refund, amount_cents: unit + 1 })).body.error.details).toEqual({
      refundable_cents: unit,
    });
    expect((await operator.post(path, { ...refund, items: [{ order_item_id: itemId, quantity: 3 }] })).status).toBe(
      400,
    );
    const unknown = { order_item_id: unknownId, quantity: 1 };
    expect((await operator.post(path, { ...refund, items: [...items, unknown] })).status).toBe(400);
    expect((await operator.post(path, { ...refund, items: [{ order_item_id: itemId, quantity: 0 }] })).status).toBe(
      422,
    );
    expect((await operator.post(`/operator/orders/${unknownId}/refund`, refund)).status).toBe(404);
    expect((await noFactor.post(path, refund)).status).toBe(403);
    expect(await rowCounts(system.database.db)).toEqual(before);

    expect(await operator.post(path, refund)).toMatchObject({ status: 201, body: { refundable_cents: total - unit } });
    expect(await operator.post(path, refund)).toMatchObject({ status: 200, body: { refundable_cents: total - unit } });
    // The same id for something else is refused: other units, another order.
    expect((await operator.post(path, { ...refund, items: [] })).body.error.code).toBe('already_exists');
    const other = await placedOrder(system, own.key);

    await system.queue.drain();
    const mail = (await mailsTo(system, email)).find(({ subject }) => subject.includes('was refunded'));
    expect(mail?.text).toContain('The parcel was lost.');
    const { body: events } = await contract.get('/events?type=order.refunded', own.key);
    expect(events.events.map((one: { data: { id: string } }) => one.data.id)).toEqual([order.id]);
    const rest = { id: newId(), amount_cents: total - unit, note: 'The rest too.' };
    expect((await operator.post(path, rest)).body.refundable_cents).toBe(0);
    expect((await operator.post(`/operator/orders/${other.order.id}/refund`, rest)).status).toBe(409);
    expect((await fileOf(other.order.id)).refund.refunded_cents).toBe(0);
    const { body: seen } = await contract.get(`/orders/${order.id}`, own.key);
    expect(seen.payment).toMatchObject({ state: 'refunded', refunded_cents: total });
    const file = await fileOf(order.id);
    expect(file.refund).toEqual({ charged_cents: total, refunded_cents: total, refundable_cents: 0, items: [] });
    expect(file.audit.map((one: { action: string }) => one.action)).toEqual(['order.refunded', 'order.refunded']);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('refunds nothing of an order that was never charged, and says so', async () => {
    const own = await system.account('live');
    const { body } = await system.post('/orders', own.key, orderFor(shopUrl('test-out-of-stock')));
    await system.queue.drain();
    const { refund, attempts, order } = await fileOf(body.id);
    expect([order.status, refund.charged_cents, refund.refundable_cents]).toEqual(['order_failed', 0, 0]);
    expect(attempts.at(-1)).toMatchObject({ outcome: 'failed', reason: 'product_out_of_stock' });
    const refused = await operator.post(`/operator/orders/${body.id}/refund`, {
      id: newId(),
      amount_cents: 1,
      note: 'x',
    });
    expect(refused.status).toBe(400);
  });
});

describe('another account’s order', () => {
  it('gets messages: the case opens, reopens, and the customer is emailed', async () => {
    const own = await system.account('live');
    const { order } = await placedOrder(system, own.key);
    expect((await fileOf(order.id)).case_state).toBeNull();
    const path = `/operator/orders/${order.id}/message`;
    expect((await operator.post(path, { message: '' })).status).toBe(422);
    expect((await operator.post(`/operator/orders/${unknownId}/message`, { message: 'Hi' })).status).toBe(404);
    expect((await operator.post(path, { message: 'The carrier lost it.' })).status).toBe(204);
    expect((await fileOf(order.id)).case_state).toBe('open');
    expect((await operator.get(`/operator/cases/${order.id}`)).body.messages).toMatchObject([
      { author: 'operator', body: 'The carrier lost it.' },
    ]);
    await operator.post(`/operator/cases/${order.id}/reply`, { message: 'Done.', close: true });
    expect((await operator.post(path, { message: 'One more thing.' })).status).toBe(204);
    expect((await fileOf(order.id)).case_state).toBe('open');
    await system.queue.drain();
    const mails = await mailsTo(system, `${own.accountId}@example.com`);
    expect(mails.map(({ text }) => text).join()).toContain('One more thing.');
    // The customer can reply on the case that support opened.
    expect((await system.post(`/orders/${order.id}/case`, own.key, { message: 'Thanks.' })).status).toBeLessThan(300);
  });

  it('is canceled while pending, with its hold released and the reason shown; a bought one goes to the store', async () => {
    const own = await system.account('test', 100_000);
    await system.call('/sandbox/hold', { method: 'PUT', key: own.key, body: { on: true } });
    const { body } = await system.post('/orders', own.key, orderFor(shopUrl('test-success')));
    await system.queue.drain();
    const path = `/operator/orders/${body.id}/cancel`;
    expect((await operator.post(path, {})).status).toBe(422);
    expect((await operator.post(`/operator/orders/${unknownId}/cancel`, { reason: 'x' })).status).toBe(404);
    expect((await operator.post(path, { reason: 'Fraud.' })).status).toBe(204);
    expect((await operator.post(path, { reason: 'Fraud.' })).status).toBe(409);
    const file = await fileOf(body.id);
    expect(file.order).toMatchObject({
      status: 'cancelled',
      items: [{ cancellation_reason: 'Canceled by support: Fraud.' }],
    });
    expect((await system.get('/wallet', own.key)).body).toMatchObject({ available_cents: 100_000, held_cents: 0 });
    expect(file.audit).toMatchObject([{ action: 'order.cancelled', note: 'Fraud.', before: { status: 'pending' } }]);

    const buyer = await system.account('live');
    const placed = await placedOrder(system, buyer.key);
    const asked = await operator.post(`/operator/orders/${placed.order.id}/cancel`, { reason: 'Asked for it.' });
    expect(asked.status).toBe(204);
    const { rows } = await sql`select from cancellations where order_id = ${placed.order.id}`.execute(
      system.database.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('shows every attempt with what the store said', async () => {
    const own = await system.account('test', 100_000);
    const store = system.simulator as Connector;
    const prepare = store.prepare?.bind(store);
    let calls = 0;
    store.prepare = async (request, call) => {
      calls += 1;
      if (calls > 2) return prepare!(request, call);
      throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' });
    };
    const { body } = await system.post('/orders', own.key, orderFor(shopUrl('test-success')));
    await system.queue.drain();
    store.prepare = prepare!;
    const failed = { outcome: 'retried', reason: 'retailer_unavailable', message: 'The store could not be reached.' };
    expect((await fileOf(body.id)).attempts).toMatchObject([failed, failed, { outcome: 'placed', reason: null }]);
  });

  it('is tried now instead of later, and only while it is pending', async () => {
    const own = await system.account('test', 100_000);
    const { body } = await system.post('/orders', own.key, orderFor(shopUrl('test-success')));
    await sql`update jobs set run_at = now() + interval '1 day' where payload ->> 'orderId' = ${body.id}`.execute(
      system.database.db,
    );
    await system.queue.drain();
    expect((await fileOf(body.id)).order.status).toBe('pending');
    const path = `/operator/orders/${body.id}/retry`;
    expect((await operator.post(`/operator/orders/${unknownId}/retry`, { reason: 'x' })).status).toBe(404);
    expect((await operator.post(path, { reason: '' })).status).toBe(422);
    expect((await operator.post(path, { reason: 'The store is back.' })).status).toBe(204);
    await system.queue.drain();
    const { order, audit } = await fileOf(body.id);
    expect([order.status, audit]).toMatchObject(['order_placed', [{ action: 'order.retried' }]]);
    expect((await operator.post(path, { reason: 'Again.' })).status).toBe(409);
  });

  it('says that it needs review until someone decides', async () => {
    const own = await system.account('test', 100_000);
    const id = await unknownOutcomeOrder(system, clock, own.key);
    const file = await fileOf(id);
    expect([file.needs_review, file.attempts.at(-1)]).toMatchObject([true, { outcome: 'needs_review' }]);
    const found = { outcome: 'bought', total_cents: 1999, merchant_order_id: 'M-9', note: 'Found.' };
    expect((await operator.post(`/operator/doubts/${id}/decide`, found)).status).toBe(200);
    expect((await fileOf(id)).needs_review).toBe(false);
  });
});
