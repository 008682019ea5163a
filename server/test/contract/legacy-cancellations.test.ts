import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { dashed, type LegacyClient, legacyClient, managed } from '../harness/legacy.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let client: LegacyClient;
let key: string;
const clock = fakeClock();
beforeAll(async () => {
  // Parcels take their time here, so that there is something to cancel.
  system = await startSystem({ clock, env: { SANDBOX_TIME_SCALE: '1', ORDER_FEE_CENTS: '25' } });
  key = await system.mint();
  client = legacyClient(system, key);
});
afterAll(() => system.stop());

const countCancellations = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from cancellations`.execute(system.database.db);
  return rows[0]!.n;
};

async function placed() {
  const order = await client.orderAndSettle(managed());
  expect(order.body._type).toBe('order_response');
  return { ...order, merchantOrderId: order.body.merchant_order_ids[0].merchant_order_id as string };
}

describe('POST /v1/orders/{request_id}/cancel', () => {
  it('cancels at the retailer and refunds everything, including the fee', async () => {
    const before = (await system.get('/wallet', key)).body.balance_cents;
    const order = await placed();
    const body = { merchant_order_id: order.merchantOrderId, note: 'kept as sent' };
    const asked = await client.post(`/v1/orders/${order.requestId}/cancel`, body);
    expect(asked.status).toBe(200);
    expect(asked.body).toEqual({ request_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    const path = `/v1/cancellations/${asked.body.request_id}`;
    const first = await client.get(path);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ _type: 'error', code: 'attempting_to_cancel' });
    const twice = await client.post(`/v1/orders/${order.requestId}/cancel`, body);
    expect(twice.status).toBe(400);
    expect(twice.body).toMatchObject({ code: 'attempting_to_cancel', data: asked.body });
    await system.queue.drain();
    expect((await client.get(path)).body).toEqual({
      _type: 'cancellation_response',
      merchant_order_id: order.merchantOrderId,
      request: body,
      request_id: asked.body.request_id,
      order_request_id: order.requestId,
      client_notes: null,
      occurred_at: expect.any(String),
    });
    const current = await system.get(`/orders/${dashed(order.requestId)}`, key);
    expect(current.body.status).toBe('cancelled_by_retailer');
    expect((await client.get(`/v1/orders/${order.requestId}`)).body).toMatchObject({
      _type: 'order_response',
      order_status: 'cancelled_by_retailer',
    });
    expect((await system.get('/wallet', key)).body).toMatchObject({ balance_cents: before, held_cents: 0 });
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    expect(await purchaseProblems(system.database.db)).toEqual([]);
  });

  it('says why the retailer refused', async () => {
    const order = await placed();
    await system.post(`/sandbox/orders/${dashed(order.requestId)}/advance`, key, { to: 'in_transit' });
    const asked = await client.post(`/v1/orders/${order.requestId}/cancel`);
    await system.queue.drain();
    const answer = await client.get(`/v1/cancellations/${asked.body.request_id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ _type: 'error', code: 'invalid_request' });
    expect(answer.body.message).toContain('already shipped');
    expect((await system.get(`/orders/${dashed(order.requestId)}`, key)).body.status).toBe('order_placed');
  });

  it('runs once for one idempotency key', async () => {
    const order = await placed();
    const path = `/v1/orders/${order.requestId}/cancel`;
    const first = await client.post(path, {}, { 'idempotency-key': 'cancel-1' });
    const again = await client.post(path, {}, { 'idempotency-key': 'cancel-1' });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('refuses an order that is not placed, a strange merchant order and a bad shape', async () => {
    const waiting = await client.post('/v1/orders', managed());
    const order = await placed();
    const late = (await client.post('/v1/orders', managed())).body.request_id;
    const before = await countCancellations();
    expect((await client.post(`/v1/orders/${late}/cancel`)).body).toMatchObject({
      code: 'invalid_request',
      data: { order_status: 'pending' },
    });
    const strange = await client.post(`/v1/orders/${order.requestId}/cancel`, { merchant_order_id: 'nope' });
    expect(strange.status).toBe(400);
    expect(strange.body.data).toEqual({ merchant_order_ids: [order.merchantOrderId] });
    const bad = await client.post(`/v1/orders/${order.requestId}/cancel`, { merchant_order_id: 5 });
    expect(bad.body.data.validator_errors[0].path).toBe('merchant_order_id');
    expect((await client.post('/v1/orders/0123456789abcdef0123456789abcdef/cancel')).status).toBe(404);
    expect(await countCancellations()).toBe(before);
    expect(waiting.status).toBe(200);
  });

  it('gives other accounts exactly the response for an unknown ID', async () => {
    const order = await placed();
    const asked = await client.post(`/v1/orders/${order.requestId}/cancel`, {});
    const stranger = legacyClient(system, await system.mint());
    const foreign = await stranger.get(`/v1/cancellations/${asked.body.request_id}`);
    const unknown = await stranger.get(`/v1/cancellations/${'0'.repeat(32)}`);
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(unknown.text);
  });

  it('is unknown to others', async () => {
    const order = await placed();
    const asked = await client.post(`/v1/orders/${order.requestId}/cancel`);
    const stranger = legacyClient(system, (await system.account('test')).key);
    for (const answer of [
      await stranger.get(`/v1/cancellations/${asked.body.request_id}`),
      await stranger.post(`/v1/orders/${order.requestId}/cancel`),
      await client.get('/v1/cancellations/nonsense'),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ _type: 'error', code: 'invalid_request_id' });
    }
  });
});

describe('POST /orders/{order_id}/cancellation', () => {
  it('asks the retailer once, reports the status, and refunds the money', async () => {
    const order = await placed();
    const path = `/orders/${dashed(order.requestId)}/cancellation`;
    expect((await system.get(path, key)).status).toBe(404);
    const headers = { 'idempotency-key': 'cancel-once' };
    const asked = await system.post(path, key, undefined, headers);
    expect([asked.status, asked.body.status]).toEqual([202, 'pending']);
    expect((await system.post(path, key, undefined, headers)).body).toEqual(asked.body);
    expect((await system.post(path, key)).body.error.code).toBe('cancellation_running');
    const running = await countCancellations();
    const stranger = await system.mint();
    expect((await system.get(path, stranger)).status).toBe(404);
    expect((await system.post(path, stranger)).status).toBe(404);
    expect(await countCancellations()).toBe(running);
    await system.queue.drain();
    expect((await system.get(path, key)).body).toMatchObject({ id: asked.body.id, status: 'cancelled', message: null });
    expect((await system.get(`/orders/${dashed(order.requestId)}`, key)).body.status).toBe('cancelled_by_retailer');
    const { transactions } = (await system.get('/wallet/transactions', key)).body;
    const kinds = transactions.filter((one: { order_id: string }) => one.order_id === dashed(order.requestId));
    expect(kinds.map((one: { type: string }) => one.type)).toContain('refund');
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    const late = await system.post(path, key);
    expect([late.status, late.body.error.code]).toEqual([409, 'order_not_cancellable']);
  });
});
