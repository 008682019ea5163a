import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrderReader } from '../../src/domains/orders/orders/index.ts';
import { notifyReturn } from '../../src/legacy/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { dashed, type LegacyClient, legacyAddress, legacyClient, managed, selfManaged } from '../harness/legacy.ts';
import { canReadLabels, readLabel } from '../harness/read-label.ts';
import { countReturns, creditsOf, placedOrder, returnFor } from '../harness/returns.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

let system: TestSystem;
let client: LegacyClient;
let receiver: TestEndpoint;
let key: string;
const clock = fakeClock();
beforeAll(async () => {
  receiver = await startTestEndpoint();
  system = await startSystem({ clock, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  key = (await system.account('test')).key;
  client = legacyClient(system, key);
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

const products = [{ product_id: 'test-success', quantity: 1 }];
const wanted = (more: Record<string, unknown> = {}) => ({
  products,
  reason_code: 'other',
  method_code: 'dropoff',
  explanation: 'It hums.',
  ...more,
});

async function placed(quantity = 1) {
  const orderBody = managed({ max_price: 100_000, products: [{ product_id: 'test-success', quantity }] });
  const { requestId, body } = await client.orderAndSettle(orderBody);
  expect(body._type).toBe('order_response');
  return { requestId, total: body.price_components.total as number };
}

const ask = (requestId: string, body: unknown) => client.post(`/v1/orders/${requestId}/return`, body);
const read = async (requestId: string) => (await client.get(`/v1/returns/${requestId}`)).body;
const decide = (requestId: string, body: unknown) =>
  system.post(`/sandbox/returns/${dashed(requestId)}/resolve`, key, body);

describe('POST /v1/orders/{request_id}/return', () => {
  it('makes the same return that the current API shows', async () => {
    const order = await placed();
    const answer = await ask(order.requestId, wanted({ unknown_field: 1 }));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['request_id']);
    expect(answer.body.request_id).toMatch(/^[0-9a-f]{32}$/);
    const { body } = await system.get(`/returns/${dashed(answer.body.request_id)}`, key);
    expect(body).toMatchObject({
      order_id: dashed(order.requestId),
      status: 'open',
      reason: 'other',
      notes: 'It hums.',
      items: [{ quantity: 1 }],
    });
  });

  it.each([
    ['reason_code', { reason_code: 'Other' }],
    ['method_code', { method_code: 'pigeon' }],
  ])('takes only a %s that the retailer offers, exactly', async (field, change) => {
    const order = await placed();
    const before = await countReturns(system);
    const answer = await ask(order.requestId, wanted(change));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      _type: 'error',
      code: 'invalid_request',
      data: { validator_errors: [{ path: field, value: Object.values(change)[0] }] },
    });
    expect(await countReturns(system)).toBe(before);
  });

  it('wants an explanation where the retailer does', async () => {
    const order = await placed();
    const before = await countReturns(system);
    const answer = await ask(order.requestId, wanted({ explanation: ' ' }));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'additional_information_required', data: { field: 'explanation' } });
    expect(await countReturns(system)).toBe(before);
    const bare = { products, reason_code: 'damaged' };
    expect((await ask(order.requestId, bare)).status).toBe(200);
  });

  it('lists every problem of the shape at once', async () => {
    const order = await placed();
    const { status, body } = await ask(order.requestId, { products: [{ quantity: 0 }], cancel_pending: 'yes' });
    expect(status).toBe(400);
    const paths = body.data.validator_errors.map((error: { path: string }) => error.path).sort();
    expect(paths).toEqual(['cancel_pending', 'products.0.product_id', 'products.0.quantity', 'reason_code']);
  });

  it('refuses a product that is not part of the order, and an order that was not bought', async () => {
    const order = await placed();
    const before = await countReturns(system);
    const stranger = await ask(order.requestId, wanted({ products: [{ product_id: 'Other-Thing', quantity: 1 }] }));
    const more = await ask(order.requestId, wanted({ products: [{ ...products[0], quantity: 5 }] }));
    expect([stranger.status, more.status, stranger.body.code, stranger.body.message]).toEqual([
      ...[400, 400, 'invalid_request', 'Item Other-Thing is not part of this order.'],
    ]);
    const missing = { product_id: 'Other-Thing', problem: 'not_in_order', requested: 1, returnable: 0 };
    expect(stranger.body.data.items).toEqual([missing]);
    expect(more.body.message).toMatch(/^Only 1 of item test-success /);
    expect(more.body.data.items).toMatchObject([{ product_id: 'test-success', problem: 'quantity_exceeded' }]);
    const waiting = await client.post('/v1/orders', managed());
    const early = await ask(waiting.body.request_id, wanted());
    expect(early.status).toBe(400);
    expect(early.body).toMatchObject({ code: 'invalid_request', data: { order_status: 'pending' } });
    expect(await countReturns(system)).toBe(before);
  });

  it('rejects units that are being returned, unless the pending return makes way', async () => {
    const order = await placed(2);
    const both = [...products, ...products];
    const first = await ask(order.requestId, wanted({ products: both }));
    expect(first.status).toBe(200);
    const second = await ask(order.requestId, wanted());
    expect(second.status).toBe(400);
    expect(second.body).toMatchObject({
      code: 'return_in_progress',
      data: { request_ids: [first.body.request_id] },
    });
    const third = await ask(order.requestId, wanted({ cancel_pending: true }));
    expect(third.status).toBe(200);
    expect(await read(first.body.request_id)).toMatchObject({
      _type: 'error',
      code: 'aborted_request',
      data: { request_id: third.body.request_id },
    });
    const { body } = await system.get(`/orders/${dashed(order.requestId)}`, key);
    expect(body.returns.map((one: { status: string }) => one.status)).toEqual(['denied', 'open']);
    await decide(third.body.request_id, { status: 'approved' });
    const decided = await ask(order.requestId, wanted({ products: both, cancel_pending: true }));
    expect(decided.body).toMatchObject({ code: 'invalid_request', data: { items: [{ returnable: 1 }] } });
  });

  it('lets five returns of an order make way, and no more', async () => {
    const order = await placed();
    await ask(order.requestId, wanted());
    for (let round = 0; round < 5; round += 1) {
      expect((await ask(order.requestId, wanted({ cancel_pending: true }))).status).toBe(200);
    }
    const before = await countReturns(system);
    const refused = await ask(order.requestId, wanted({ cancel_pending: true }));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: 'invalid_request', data: { replaced: 5 } });
    expect(await countReturns(system)).toBe(before);
  });

  it('cancels nothing if the new one is rejected', async () => {
    const order = await placed();
    const first = await ask(order.requestId, wanted());
    const twice = await ask(order.requestId, wanted({ cancel_pending: true, products: [...products, ...products] }));
    expect(twice.status).toBe(400);
    expect((await read(first.body.request_id)).data.return_status).toBe('open');
  });

  it('remembers an idempotency key', async () => {
    const order = await placed();
    const once = wanted({ idempotency_key: `return ${order.requestId}` });
    const first = await ask(order.requestId, once);
    const again = await ask(order.requestId, once);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await ask(order.requestId, { ...once, explanation: 'Else.' });
    expect(other.status).toBe(400);
    expect(other.body.data).toMatchObject({ request_id: first.body.request_id });
  });

  it('is unknown to others', async () => {
    const order = await placed();
    const { body } = await ask(order.requestId, wanted());
    const stranger = legacyClient(system, (await system.account('test')).key);
    const live = legacyClient(system, (await system.account('live')).key);
    for (const answer of [
      await stranger.post(`/v1/orders/${order.requestId}/return`, wanted()),
      await live.post(`/v1/orders/${order.requestId}/return`, wanted()),
      await stranger.get(`/v1/returns/${body.request_id}`),
      await live.get(`/v1/returns/${body.request_id}`),
      await client.get('/v1/returns/nonsense'),
      await client.get(`/v1/returns/${order.requestId}`),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ _type: 'error', code: 'invalid_request_id' });
    }
    expect((await system.call(`/v1/returns/${body.request_id}`)).status).toBe(401);
  });
});

describe('GET /v1/returns/{request_id}', () => {
  it.skipIf(!canReadLabels)(
    'goes from request_processing over return_in_progress to the response, with a label to the wanted address',
    async () => {
      const order = await placed();
      const request = wanted({
        return_address: { ...legacyAddress, first_name: 'Warehouse', last_name: 'Seven', address_line1: '7 Dock Road' },
        client_field: { kept: true },
      });
      const { body } = await ask(order.requestId, request);
      expect(await read(body.request_id)).toMatchObject({ _type: 'error', code: 'request_processing' });
      await system.queue.drain();
      expect(await read(body.request_id)).toMatchObject({
        _type: 'error',
        code: 'return_in_progress',
        data: { merchant_return_id: expect.stringMatching(/^RMA-/) },
      });
      await decide(body.request_id, { status: 'approved' });
      const done = await read(body.request_id);
      expect(done).toEqual({
        _type: 'return_response',
        return_status: 'approved',
        merchant_return_id: expect.stringMatching(/^RMA-/),
        return_by: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        label_urls: [expect.stringContaining('/labels/')],
        credited_cents: null,
        request,
        request_id: body.request_id,
        order_request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        client_notes: null,
        occurred_at: expect.any(String),
      });
      const pdf = await fetch(done.label_urls[0]);
      const label = await readLabel(new Uint8Array(await pdf.arrayBuffer()));
      expect(label.words).toContain('WAREHOUSE SEVEN');
      expect(label.words).toContain('7 DOCK ROAD');
      expect(label.codes.map((code) => code.format).sort()).toEqual(['Code128', 'QRCode']);
    },
  );

  it('says why a return was denied, with status 200', async () => {
    const order = await placed();
    const { body } = await ask(order.requestId, wanted());
    await decide(body.request_id, { status: 'denied', resolution_notes: 'It was worn.' });
    const answer = await client.get(`/v1/returns/${body.request_id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ _type: 'error', code: 'invalid_request', data: { return_status: 'denied' } });
    expect(answer.body.message).toContain('It was worn.');
  });

  it('shows a return of the current API with the request that would have made it', async () => {
    const { order, itemId } = await placedOrder(system, key);
    const { body } = await system.post('/returns', key, returnFor(order.id, itemId, { reason: 'damaged' }));
    await system.queue.drain();
    expect(await read(body.id.replaceAll('-', ''))).toMatchObject({
      _type: 'return_response',
      request: { products, reason_code: 'damaged' },
    });
  });
});

describe('webhooks and the case of a return', () => {
  const webhooks = (name: string) => ({
    request_succeeded: [`${receiver.url}/${name}/ok`, `${receiver.url}/${name}/too`],
    request_failed: `${receiver.url}/${name}/failed`,
  });

  it('refuses a URL that may not be called', async () => {
    const order = await placed();
    const before = await countReturns(system);
    const answer = await ask(order.requestId, wanted({ webhooks: { request_failed: 'ftp://example.com/' } }));
    expect(answer.status).toBe(400);
    expect(answer.body.data.validator_errors[0].path).toBe('webhooks.request_failed');
    expect(await countReturns(system)).toBe(before);
  });

  it('report the end once, with what the retrieve call returns', async () => {
    const order = await placed();
    const { body } = await ask(order.requestId, wanted({ webhooks: webhooks('good') }));
    await decide(body.request_id, { status: 'approved' });
    await system.queue.drain();
    await system.queue.drain();
    for (const path of ['/good/ok', '/good/too']) {
      expect(receiver.at(path)).toHaveLength(1);
      expect(receiver.at(path)[0]!.event).toBe('request_succeeded');
      expect(JSON.parse(receiver.at(path)[0]!.body)).toMatchObject(await read(body.request_id));
    }
    expect(receiver.at('/good/failed')).toEqual([]);
  });

  it('report a denial, and a return that made way', async () => {
    const order = await placed();
    await ask(order.requestId, wanted({ webhooks: webhooks('first') }));
    const second = await ask(order.requestId, wanted({ webhooks: webhooks('second'), cancel_pending: true }));
    await decide(second.body.request_id, { status: 'denied', resolution_notes: 'No.' });
    await system.queue.drain();
    await system.queue.drain();
    expect(JSON.parse(receiver.at('/first/failed')[0]!.body)).toMatchObject({ code: 'aborted_request' });
    expect(JSON.parse(receiver.at('/second/failed')[0]!.body)).toMatchObject({ code: 'invalid_request' });
    expect([...receiver.at('/first/ok'), ...receiver.at('/second/ok')]).toEqual([]);
  });

  it('note the label, the status and the refund on the case, once each', async () => {
    const order = await placed(3);
    const opened = { reason: 'return.request_label', message: 'Where is my label?' };
    expect((await client.post(`/v1/orders/${order.requestId}/case`, opened)).status).toBe(200);
    const asked = [];
    for (const status of ['approved', 'credited', 'credited']) {
      const { body } = await ask(order.requestId, wanted({ method_code: 'mail' }));
      await system.queue.drain();
      await decide(body.request_id, { status });
      asked.push(body.request_id);
      await system.queue.drain();
    }
    const { body } = await client.get(`/v1/orders/${order.requestId}/case`);
    expect(body.state).toBe('open');
    const types = body.messages.map((message: { type: string }) => message.type);
    expect(types).toEqual([
      'case.opened.return.request_label',
      'case.return.status_updated',
      'case.return.label_generated',
      'case.return.status_updated',
      'case.refund.partial',
      'case.return.status_updated',
      'case.refund.partial',
    ]);
    expect(body.messages[2].message).toContain(dashed(asked[0]));
  });

  it('are not sent twice when the event is handled again', async () => {
    const order = await placed();
    const { body } = await ask(order.requestId, wanted({ webhooks: webhooks('again') }));
    await decide(body.request_id, { status: 'approved' });
    const read = createOrderReader(system.database);
    const needs = { database: system.database, clock, read, publicUrl: system.url };
    const event = { name: 'news 1', orderId: dashed(order.requestId), returnId: dashed(body.request_id) };
    await notifyReturn(needs, event);
    await notifyReturn(needs, event);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from webhook_deliveries where subject_id = ${event.returnId}`.execute(system.database.db);
    expect(rows[0]!.n).toBe(2);
  });

  it('what a card of the client paid is not credited to the wallet', async () => {
    const { requestId, body: order } = await client.orderAndSettle(selfManaged());
    expect(order._type).toBe('order_response');
    const before = (await system.get('/wallet', key)).body;
    const { body } = await ask(requestId, wanted());
    await decide(body.request_id, { status: 'credited' });
    expect(await read(body.request_id)).toMatchObject({ return_status: 'credited', credited_cents: 0 });
    expect((await system.get('/wallet', key)).body).toEqual(before);
  });

  it('a return without a case opens none', async () => {
    const order = await placed();
    const { body } = await ask(order.requestId, wanted());
    await decide(body.request_id, { status: 'credited' });
    await system.queue.drain();
    expect((await client.get(`/v1/orders/${order.requestId}/case`)).body).toMatchObject({ state: null, messages: [] });
  });
});

describe('the whole journey', () => {
  it('from the order to the money, with its case and its webhooks', async () => {
    const own = await system.account('test');
    const jane = legacyClient(system, own.key);
    const balance = async () => (await system.get('/wallet', own.key)).body.balance_cents;
    const before = await balance();
    const { requestId, body: order } = await jane.orderAndSettle(managed());
    expect(await balance()).toBe(before - order.price_components.total);
    const caseBody = { reason: 'nondelivery.empty_box', message: 'There was only air in it.' };
    await jane.post(`/v1/orders/${requestId}/case`, caseBody);
    const request = wanted({
      reason_code: 'empty_box',
      webhooks: { request_succeeded: `${receiver.url}/journey`, request_failed: null },
    });
    const asked = await jane.post(`/v1/orders/${requestId}/return`, request);
    await system.queue.drain();
    await system.queue.drain();
    const { body: done } = await jane.get(`/v1/returns/${asked.body.request_id}`);
    expect(done).toEqual({
      _type: 'return_response',
      return_status: 'credited',
      merchant_return_id: null,
      return_by: null,
      label_urls: [],
      credited_cents: order.price_components.total,
      request,
      request_id: asked.body.request_id,
      order_request_id: requestId,
      client_notes: null,
      occurred_at: expect.any(String),
    });
    expect(await balance()).toBe(before);
    expect((await creditsOf(system))[dashed(asked.body.request_id)]).toBe(order.price_components.total);
    expect(receiver.at('/journey').map((one) => JSON.parse(one.body))).toEqual([done]);
    const { body: told } = await jane.get(`/v1/orders/${requestId}/case`);
    const types = told.messages.map((message: { type: string }) => message.type);
    expect([types[0], types.at(-1)]).toEqual(['case.opened.nondelivery.empty_box', 'case.refund.full']);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});
