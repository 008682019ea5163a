import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../src/kit/clock.ts';
import { enqueueUnchecked } from '../../src/platform/queue/enqueue.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { dashed, type LegacyClient, legacyClient, managed, selfManaged } from '../harness/legacy.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { creditsOf, returnFor } from '../harness/returns.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

const clock = fakeClock();
let system: TestSystem;
let contract: Contract;
let client: LegacyClient;
let operator: OperatorClient;
let receiver: TestEndpoint;
let key: string;
beforeAll(async () => {
  receiver = await startTestEndpoint();
  system = await startSystem({
    clock,
    withLive: true,
    liveRetailers: ['walmart'],
    env: { ...operatorEnv, WEBHOOK_ALLOW_PRIVATE: 'true', SANDBOX_TIME_SCALE: '1' },
  });
  contract = await readContract(system);
  operator = await personOn(system, contract);
  key = (await system.account('test')).key;
  client = legacyClient(system, key);
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

const products = [{ product_id: 'test-success', quantity: 1 }];
const read = async (id: string) => (await contract.get(`/returns/${id}`, key)).body;
const available = async () => (await contract.get('/wallet', key)).body.available_cents as number;
const resolve = (id: string, body: Record<string, unknown>) =>
  contract.post(`/sandbox/returns/${id}/resolve`, key, body);

/** A return of a new order on the service's own account. Without a method, the current API requests it. */
async function requestReturn(method: string | null, more: Record<string, unknown> = {}, productId = 'test-success') {
  const own = [{ product_id: productId, quantity: 1 }];
  const order = await client.orderAndSettle(managed({ products: own, max_price: 100_000 }));
  const total = order.body.price_components.total as number;
  if (method === null) {
    const orderId = dashed(order.requestId);
    const { items } = (await contract.get(`/orders/${orderId}`, key)).body;
    const { body } = await contract.post('/returns', key, returnFor(orderId, items[0].id, { reason: 'damaged' }));
    await system.queue.drain();
    return { id: body.id as string, requestId: body.id.replaceAll('-', '') as string, total };
  }
  const wanted = { products: own, reason_code: 'damaged', method_code: method, ...more };
  const { body } = await client.post(`/v1/orders/${order.requestId}/return`, wanted);
  await system.queue.drain();
  return { id: dashed(body.request_id), requestId: body.request_id as string, total };
}

/** A return that the store has approved. */
async function approved(method: string | null, more: Record<string, unknown> = {}) {
  const requested = await requestReturn(method, more);
  await pass(2000);
  expect(await read(requested.id)).toMatchObject({ status: 'approved', label_urls: [expect.any(String)] });
  return requested;
}

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await system.queue.drain();
}

describe("an approved return on the service's own account", () => {
  it('is credited when the carrier scans it at the drop-off point, once', async () => {
    const url = `${receiver.url}/return`;
    const { id, requestId, total } = await approved('dropoff', { webhooks: { request_succeeded: url } });
    expect((await read(id)).refund).toEqual({
      status: 'waiting',
      expected_cents: total,
      credited_cents: null,
      credited_at: null,
    });
    const before = await available();
    await pass(3000);
    expect(await available()).toBe(before + total);
    expect(await read(id)).toMatchObject({
      status: 'credited',
      refund: {
        status: 'credited',
        expected_cents: total,
        credited_cents: total,
        credited_at: clock.now().toISOString(),
      },
      resolution_notes: 'The carrier scanned the package at the drop-off point.',
    });
    expect((await contract.get(`/returns/${id}/refund`, key)).body).toMatchObject({
      paid_by: 'wallet',
      credited_cents: total,
    });
    expect((await client.get(`/v1/returns/${requestId}`)).body).toMatchObject({
      _type: 'return_response',
      return_status: 'credited',
      credited_cents: total,
    });
    const { events } = (await contract.get('/events?type=return.updated&limit=10', key)).body;
    const statuses = events.flatMap(({ data }: { data: { id: string; status: string } }) =>
      data.id === id ? [data.status] : [],
    );
    expect(statuses.toSorted()).toEqual(['approved', 'credited', 'open']);
    await pass(60_000);
    expect((await creditsOf(system))[id]).toBe(total);
    expect(receiver.at('/return')).toHaveLength(1);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('is followed from the moment that a person approves it', async () => {
    const order = await client.orderAndSettle(managed({ max_price: 100_000 }));
    const wanted = { products, reason_code: 'other', method_code: 'dropoff', explanation: 'It hums.' };
    const { body } = await client.post(`/v1/orders/${order.requestId}/return`, wanted);
    await system.queue.drain();
    const id = dashed(body.request_id);
    expect((await resolve(id, { status: 'approved' })).body.refund.status).toBe('waiting');
    await system.queue.drain();
    await pass(3000);
    expect((await read(id)).refund).toMatchObject({ status: 'credited' });
  });

  it.each(['mail', 'pickup'])('by %s waits for a person, who may refund a part', async (method) => {
    const { id, total } = await approved(method);
    await pass(60_000);
    expect(await read(id)).toMatchObject({ status: 'approved', refund: { status: 'waiting', expected_cents: total } });
    const before = await available();
    const credited = await resolve(id, { status: 'credited', amount_cents: 500, resolution_notes: 'Restocking fee.' });
    expect(credited.body).toMatchObject({
      status: 'credited',
      label_urls: [expect.any(String)],
      refund: { status: 'credited', expected_cents: total, credited_cents: 500 },
      resolution_notes: 'Restocking fee.',
    });
    expect(await available()).toBe(before + 500);
  });

  it.each(['dropoff', 'mail', 'pickup', null])('by %s ends as the test product says', async (method) => {
    const refunded = { status: 'credited', refund: { expected_cents: 1999, credited_cents: 1999 } };
    const endings = {
      'test-return-refunded': refunded,
      // The carrier's scan refunds a drop-off return before the store inspects it.
      'test-return-restocking-fee':
        method === 'dropoff'
          ? refunded
          : { status: 'credited', refund: { expected_cents: 1999, credited_cents: 1699 } },
      'test-return-rejected': method === 'dropoff' ? refunded : { status: 'denied', refund: null },
    };
    for (const [product, ending] of Object.entries(endings)) {
      const { id } = await requestReturn(method, {}, product);
      await pass(2000);
      expect(await read(id), product).toMatchObject({ status: 'approved', refund: { status: 'waiting' } });
      await pass(5000);
      expect(await read(id), product).toMatchObject({ ...ending, resolution_notes: expect.any(String) });
    }
  });

  it.each(['dropoff', 'mail', 'pickup', null])(
    'by %s is credited, credited in part or denied by hand',
    async (method) => {
      for (const status of ['open', 'approved']) {
        for (const [decision, share] of [
          [{ status: 'credited' }, 1],
          [{ status: 'credited', amount_cents: 500 }, null],
          [{ status: 'denied' }, 0],
        ] as const) {
          const { id, total } = await (status === 'open' ? requestReturn : approved)(method);
          const before = await available();
          const cents = share === null ? 500 : share * total;
          expect((await read(id)).status).toBe(status);
          expect((await resolve(id, { ...decision, resolution_notes: 'Decided by hand.' })).body).toMatchObject({
            status: decision.status,
            refund: cents === 0 ? null : { status: 'credited', credited_cents: cents },
            resolution_notes: 'Decided by hand.',
          });
          // The store's later approval, scan or inspection changes nothing.
          await pass(60_000);
          expect(await read(id)).toMatchObject({ status: decision.status });
          expect(await available()).toBe(before + cents);
        }
      }
      expect(await ledgerProblems(system.database.db)).toEqual([]);
    },
  );

  it('can be denied after inspection, which makes its units returnable again, and is then final', async () => {
    const { id } = await approved('mail');
    const denied = await resolve(id, { status: 'denied', resolution_notes: 'Another item was in the box.' });
    expect(denied.body).toMatchObject({
      status: 'denied',
      refund: null,
      resolution_notes: 'Another item was in the box.',
    });
    const order = denied.body.order_id.replaceAll('-', '');
    expect((await client.post(`/v1/orders/${order}/return`, { products, reason_code: 'damaged' })).status).toBe(200);
    const before = await rowCounts(system.database.db);
    expect((await resolve(id, { status: 'credited' })).status).toBe(409);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('does not change when approved again, and is never credited above what was paid', async () => {
    const { id, total } = await approved('mail');
    const before = await read(id);
    const again = await resolve(id, { status: 'approved' });
    expect([again.status, again.body.updated_at]).toEqual([200, before.updated_at]);
    expect((await resolve(id, { status: 'denied', amount_cents: 5 })).status).toBe(422);
    expect((await resolve(id, { status: 'credited', amount_cents: total + 1 })).body.refund.credited_cents).toBe(total);
    const order = await client.orderAndSettle(managed({ max_price: 100_000 }));
    const { items } = (await contract.get(`/orders/${dashed(order.requestId)}`, key)).body;
    const { body } = await contract.post('/returns', key, returnFor(dashed(order.requestId), items[0].id));
    expect(body.refund).toMatchObject({ status: 'waiting', expected_cents: order.body.price_components.total });
  });

  it('is credited once for any number of concurrent decisions', async () => {
    const { id, total } = await approved('dropoff');
    const before = await available();
    clock.advance(3000);
    const decisions = ['credited', 'denied', 'credited', 'credited'].map((status) => resolve(id, { status }));
    const [answers] = await Promise.all([Promise.all(decisions), system.queue.drain()]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const { status } = await read(id);
    expect(await available()).toBe(before + (status === 'credited' ? total : 0));
    expect((await creditsOf(system))[id]).toBe(status === 'credited' ? total : undefined);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('is on the operator’s list until its refund has come, the oldest first', async () => {
    const first = await approved('mail');
    await pass(60_000);
    const second = await approved('mail');
    const listed = async () =>
      (await operator.get('/operator/returns?refund=waiting&limit=200')).body.returns.filter(
        ({ id }: { id: string }) => id === first.id || id === second.id,
      );
    expect(await listed()).toMatchObject([
      { id: first.id, worth_cents: first.total, approved_at: expect.any(String) },
      { id: second.id },
    ]);
    const credited = await operator.post(`/operator/returns/${first.id}/resolve`, { status: 'credited' });
    expect(credited.body).toMatchObject({ status: 'credited', credited_cents: first.total });
    expect(await listed()).toMatchObject([{ id: second.id }]);
    const { rows } = await sql<{ before: unknown }>`
      select before from audit_log where subject_id = ${first.id}`.execute(system.database.db);
    expect(rows).toEqual([{ before: { status: 'approved' } }]);
  });

  it('that was approved before amounts were written down is taken up again', async () => {
    const { id, total } = await approved('dropoff');
    await sql`update return_requests set expected_cents = null where id = ${id}`.execute(system.database.db);
    await pass(2999);
    expect((await read(id)).refund.expected_cents).toBeNull();
    await pass(1);
    expect(await read(id)).toMatchObject({ status: 'credited', refund: { expected_cents: total } });
  });
});

it('GET /returns shows every status in the sandbox, each caused by its own reason', async () => {
  for (const [reason, status] of [
    ['other', 'open'],
    ['damaged', 'approved'],
    ['forced_cancellation', 'denied'],
    ['empty_box', 'credited'],
  ]) {
    const order = dashed((await client.orderAndSettle(managed({ max_price: 100_000 }))).requestId);
    const { items } = (await contract.get(`/orders/${order}`, key)).body;
    const { id } = (await contract.post('/returns', key, returnFor(order, items[0].id, { reason }))).body;
    await system.queue.drain();
    await pass(2000);
    const { return_requests: listed } = (await contract.get(`/returns?status=${status}&limit=200`, key)).body;
    expect(listed[0]).toMatchObject({ id, status });
    expect(new Set(listed.map((one: { status: string }) => one.status))).toEqual(new Set([status]));
  }
});

describe('a refund that has not come for 30 days', () => {
  it('is counted, listed and told to operators, until it is decided', async () => {
    const { key: live } = await system.account('live', 1_000_000);
    const url = await anyProduct(system, 'walmart');
    const { body: order } = await contract.post('/orders', live, orderFor(url, { max_price: 500_000 }));
    await system.queue.drain();
    const { items } = (await contract.get(`/orders/${order.id}`, live)).body;
    const wanted = returnFor(order.id, items[0].id, { reason: 'damaged' });
    const { id } = (await contract.post('/returns', live, wanted)).body;
    await approved('mail');
    const overdue = async () => {
      const { body } = await operator.get('/operator/returns?refund=overdue&limit=200');
      const { waiting } = (await operator.get('/operator/overview')).body;
      return { ids: body.returns.map((one: { id: string }) => one.id), count: waiting.overdue_refunds };
    };
    const alerts = async () => {
      const job = { kind: 'alerts.evaluate', payload: {}, runAt: clock.now(), dedupeKey: 'alerts.evaluate' };
      await enqueueUnchecked(system.database.db, job);
      await system.queue.drain();
      const { rows } = await sql<{ is_open: boolean; value: number }>`
        select resolved_at is null as is_open, value from alerts where rule_id = 'refunds-overdue'`.execute(
        system.database.db,
      );
      return rows;
    };
    await pass(30 * dayMs - 60_000);
    expect(await overdue()).toEqual({ ids: [], count: 0 });
    expect(await alerts()).toEqual([]);
    await pass(61_000);
    // What waits in the sandbox is not real money.
    expect(await overdue()).toEqual({ ids: [id], count: 1 });
    expect(await alerts()).toEqual([{ is_open: true, value: 1 }]);
    expect((await operator.post(`/operator/returns/${id}/resolve`, { status: 'credited' })).status).toBe(200);
    expect(await overdue()).toEqual({ ids: [], count: 0 });
    expect(await alerts()).toEqual([{ is_open: false, value: 1 }]);
  });
});

describe("an approved return on the client's own retailer account", () => {
  it('is final: the retailer refunds the client', async () => {
    const order = await client.orderAndSettle(selfManaged());
    const wanted = { products, reason_code: 'damaged', method_code: 'dropoff' };
    const { body } = await client.post(`/v1/orders/${order.requestId}/return`, wanted);
    await system.queue.drain();
    await pass(2000);
    await pass(60_000);
    const id = dashed(body.request_id);
    const paid = { status: 'paid_by_retailer', expected_cents: null, credited_cents: null, credited_at: null };
    expect(await read(id)).toMatchObject({ status: 'approved', refund: paid });
    expect((await contract.get(`/returns/${id}/refund`, key)).body).toMatchObject({ paid_by: 'retailer' });
    const before = await rowCounts(system.database.db);
    for (const status of ['credited', 'denied']) expect((await resolve(id, { status })).status).toBe(409);
    expect(await rowCounts(system.database.db)).toEqual(before);
    const { body: list } = await operator.get('/operator/returns?refund=waiting&limit=200');
    expect(list.returns.map((one: { id: string }) => one.id)).not.toContain(id);
  });
});
