import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../harness/fake-clock.ts';
import { dashed, type LegacyClient, legacyClient, managed } from '../harness/legacy.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

let system: TestSystem;
let client: LegacyClient;
let key: string;
let receiver: TestEndpoint;
const clock = fakeClock();
beforeAll(async () => {
  receiver = await startTestEndpoint();
  system = await startSystem({ clock, env: { SANDBOX_TIME_SCALE: '1', WEBHOOK_ALLOW_PRIVATE: 'true' } });
  key = await system.mint();
  client = legacyClient(system, key);
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

const events = ['request_succeeded', 'request_failed', 'tracking_obtained', 'tracking_updated', 'status_updated'];

/** Each event goes to its own path, so that orders can be told apart. */
const webhooksTo = (path: string) =>
  Object.fromEntries([...events, 'case_updated'].map((event) => [event, `${receiver.url}${path}`]));

async function passTime(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    await system.queue.drain();
    clock.advance(500);
  }
  await system.queue.drain();
}

const heard = (path: string) => receiver.at(path).map(({ event, body }) => ({ event, body: JSON.parse(body) }));

describe('webhooks of an order', () => {
  it('tell its whole story, in order, with what the retrieve call returns', async () => {
    const made = await client.post(
      '/v1/orders',
      managed({ webhooks: webhooksTo('/story'), client_notes: { ref: 'A-1' } }),
    );
    const path = `/v1/orders/${made.body.request_id}`;
    await passTime(1_000);
    const placed = await client.get(path);
    expect(placed.body._type).toBe('order_response');
    const sofar = heard('/story');
    expect(sofar.map(({ event }) => event)).toEqual(['status_updated', 'request_succeeded', 'status_updated']);
    expect(sofar[1]!.body).toEqual(placed.body);
    await passTime(15_000);
    const told = heard('/story');
    const names = told.map(({ event }) => event);
    expect(names.slice(3, 5)).toEqual(['tracking_obtained', 'tracking_updated']);
    expect(new Set(names.slice(5))).toEqual(new Set(['tracking_updated']));
    const last = await client.get(path);
    expect(last.body.tracking[0].delivery_status).toBe('delivered');
    expect(told.at(-1)!.body).toEqual(last.body);
    for (const { body } of told) {
      expect(body).toMatchObject({ request_id: made.body.request_id, client_notes: { ref: 'A-1' } });
      expect(Date.parse(body.occurred_at)).toBeGreaterThan(0);
    }
    expect(new Set(receiver.at('/story').map(({ id }) => id)).size).toBe(told.length);
  });

  it('report a failure and an abort', async () => {
    const products = [{ product_id: 'test-out-of-stock', quantity: 1 }];
    const failed = await client.orderAndSettle(managed({ products, webhooks: webhooksTo('/failed') }));
    expect(heard('/failed').map(({ event }) => event)).toEqual(['status_updated', 'request_failed', 'status_updated']);
    expect(heard('/failed')[1]!.body).toEqual(failed.body);
    expect(failed.body.code).toBe('product_unavailable');
    const made = await client.post('/v1/orders', managed({ webhooks: webhooksTo('/aborted') }));
    await client.post(`/v1/orders/${made.body.request_id}/abort`);
    await system.queue.drain();
    expect(heard('/aborted').map(({ event, body }) => [event, body.code])).toEqual([
      ['request_failed', 'aborted_request'],
      ['status_updated', 'aborted_request'],
    ]);
  });

  it('report when an order is requeued, and when the retailer cancels it', async () => {
    const flaky = [{ product_id: 'test-flaky', quantity: 1 }];
    await client.post('/v1/orders', managed({ products: flaky, webhooks: webhooksTo('/flaky') }));
    await passTime(6_000);
    const names = heard('/flaky').map(({ event }) => event);
    expect(names.filter((event) => event === 'status_updated')).toHaveLength(6);
    expect(names.filter((event) => event === 'request_succeeded')).toHaveLength(1);
    const off = [{ product_id: 'test-retailer-cancels', quantity: 1 }];
    await client.post('/v1/orders', managed({ products: off, webhooks: webhooksTo('/off') }));
    await passTime(10_000);
    expect(heard('/off').at(-1)).toMatchObject({
      event: 'status_updated',
      body: { _type: 'order_response', order_status: 'cancelled_by_retailer' },
    });
  });

  it('show what was true when it happened, no matter how late they are sent', async () => {
    const flaky = [{ product_id: 'test-flaky', quantity: 1 }];
    const made = await client.post('/v1/orders', managed({ products: flaky, webhooks: webhooksTo('/late') }));
    const id = dashed(made.body.request_id);
    const { db } = system.database;
    /** An order's events are sent in turn: one that isn't delivered blocks all later ones. */
    const whileNobodyIsTold = async (ms: number) => {
      const payload = JSON.stringify({ type: 'nothing', orderId: id });
      const stuck = await sql<{ id: number }>`
        insert into jobs (kind, payload, run_at) values ('events', ${payload}, '2099-01-01') returning id`.execute(db);
      await passTime(ms);
      await sql`delete from jobs where id = ${stuck.rows[0]!.id}`.execute(db);
      await sql`update jobs set run_at = ${clock.now()} where kind = 'events' and payload ->> 'orderId' = ${id}`.execute(
        db,
      );
    };
    const current = async () => (await client.get(`/v1/orders/${made.body.request_id}`)).body;
    await whileNobodyIsTold(8_000);
    expect(await current()).toMatchObject({ order_status: 'order_placed' });
    expect(heard('/late')).toEqual([]);
    await system.queue.drain();
    await whileNobodyIsTold(20_000);
    expect((await current()).tracking[0].delivery_status).toBe('delivered');
    await system.queue.drain();
    const told = heard('/late').filter(({ event }) => event === 'status_updated');
    const statuses = told.map(({ body }) => body.order_status ?? body.data.order_status);
    expect(statuses).toEqual(['in_progress', 'pending', 'in_progress', 'pending', 'in_progress', 'order_placed']);
    const texts = receiver.at('/late').filter(({ event }) => event === 'status_updated');
    expect(new Set(texts.map(({ body }) => body)).size).toBe(told.length);
    expect(told.at(-1)!.body.tracking).toEqual([]);
    const parcels = heard('/late').filter(({ event }) => event.startsWith('tracking_'));
    expect(parcels[0]!.body.tracking[0].delivery_status).not.toBe('delivered');
    expect(parcels.at(-1)!.body.tracking[0].delivery_status).toBe('delivered');
  });

  it('go to every URL of an array, and nowhere for an event without one', async () => {
    const webhooks = { request_succeeded: [`${receiver.url}/one`, `${receiver.url}/two`], request_failed: null };
    await client.orderAndSettle(managed({ webhooks }));
    expect(heard('/one').map(({ event }) => event)).toEqual(['request_succeeded']);
    expect(receiver.at('/two')[0]!.body).toBe(receiver.at('/one')[0]!.body);
  });

  it('report each change of a case, with what the case call returns', async () => {
    const order = await client.orderAndSettle(managed({ webhooks: { case_updated: `${receiver.url}/case` } }));
    const path = `/v1/orders/${order.requestId}/case`;
    const opened = await client.post(path, { message: 'It is broken.', reason: 'nondelivery.damaged' });
    expect(opened.status).toBe(200);
    await system.queue.drain();
    expect(receiver.at('/case').map(({ event }) => event)).toEqual(['case_updated']);
    expect(heard('/case')[0]!.body).toEqual(opened.body);
    await system.post(`/sandbox/orders/${dashed(order.requestId)}/case/reply`, key, { message: 'Sorry.', close: true });
    await system.queue.drain();
    expect(heard('/case').at(-1)!.body).toEqual((await client.get(path)).body);
  });

  it('report a cancellation to its own URLs', async () => {
    const order = await client.orderAndSettle(managed());
    const webhooks = { request_succeeded: `${receiver.url}/cancelled`, request_failed: `${receiver.url}/kept` };
    const asked = await client.post(`/v1/orders/${order.requestId}/cancel`, { webhooks });
    await system.queue.drain();
    const answer = await client.get(`/v1/cancellations/${asked.body.request_id}`);
    expect(heard('/cancelled')).toEqual([
      {
        event: 'request_succeeded',
        body: answer.body,
      },
    ]);
    const other = await client.orderAndSettle(managed());
    await system.post(`/sandbox/orders/${dashed(other.requestId)}/advance`, key, { to: 'in_transit' });
    await client.post(`/v1/orders/${other.requestId}/cancel`, { webhooks });
    await system.queue.drain();
    expect(heard('/kept').map(({ event, body }) => [event, body._type])).toEqual([['request_failed', 'error']]);
  });

  it('are sent in the order in which things happened, no matter how many there are', async () => {
    const paths = Array.from({ length: 20 }, (_, index) => `/many-${index}`);
    await Promise.all(paths.map((path) => client.post('/v1/orders', managed({ webhooks: webhooksTo(path) }))));
    await passTime(15_000);
    for (const path of paths) {
      const names = heard(path).map(({ event }) => event);
      expect(names.slice(0, 4)).toEqual(['status_updated', 'request_succeeded', 'status_updated', 'tracking_obtained']);
      expect(names.slice(4).filter((event) => event !== 'tracking_updated')).toEqual([]);
    }
  });

  it('are queued once, though an event is handled twice', async () => {
    const order = await client.orderAndSettle(managed({ webhooks: { request_succeeded: `${receiver.url}/twice` } }));
    const { rows } = await sql<{ cause: string }>`
      select cause from webhook_deliveries where order_id = ${dashed(order.requestId)}`.execute(system.database.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.cause).toMatch(/^news \d+ request_succeeded$/);
  });
});

describe('webhook URLs', () => {
  it('are rejected immediately if they point to an internal address, naming the field', async () => {
    const guarded = await startSystem();
    const own = legacyClient(guarded, await guarded.mint());
    try {
      for (const url of [
        'http://127.0.0.1/x',
        'http://user:geheim@10.0.0.1/',
        'http://[::1]/',
        'ftp://example.com/',
        'x',
      ]) {
        const webhooks = { request_succeeded: ['https://1.1.1.1/hook', url], case_updated: url };
        const answer = await own.post('/v1/orders', managed({ webhooks }));
        expect(answer.status).toBe(400);
        expect(answer.body.code).toBe('invalid_request');
        const paths = answer.body.data.validator_errors.map((error: { path: string }) => error.path);
        expect(paths).toEqual(['webhooks.request_succeeded', 'webhooks.case_updated']);
        expect(answer.text).not.toContain('geheim');
      }
      const { rows } = await sql<{ n: number }>`select count(*) as n from orders`.execute(guarded.database.db);
      expect(rows[0]!.n).toBe(0);
      const order = await own.orderAndSettle(managed());
      const body = { webhooks: { request_failed: 'http://169.254.169.254/latest' } };
      const refused = await own.post(`/v1/orders/${order.requestId}/cancel`, body);
      expect(refused.body.data.validator_errors[0].path).toBe('webhooks.request_failed');
    } finally {
      await guarded.stop();
    }
  });

  it.each([
    [{ request_succeeded: 5 }, 'webhooks.request_succeeded'],
    ['http://example.com', 'webhooks'],
  ])('are refused as %j', async (webhooks, path) => {
    const answer = await client.post('/v1/orders', managed({ webhooks }));
    expect(answer.status).toBe(400);
    expect(answer.body.data.validator_errors[0].path).toBe(path);
  });
});
