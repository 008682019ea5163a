import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventTypes } from '../../src/events/index.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { type LegacyClient, legacyClient, managed } from '../harness/legacy.ts';
import { address, startSystem, type TestSystem } from '../harness/system.ts';
import { type Received, startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

// Contract §12 and §22: a webhook body is what the retrieve call returns at that moment.

const clock = fakeClock();
let system: TestSystem;
let receiver: TestEndpoint;
let client: LegacyClient;
let key: string;

// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape are compared.
type Body = any;
interface Pair {
  event: string;
  told: Body;
  retrieved: Body;
}
const legacy: Pair[] = [];
const current: Pair[] = [];

/** Which retrieve call is about the same thing. */
function legacyPathOf({ event, path }: Received, { request_id: id }: Body): string {
  if (event === 'case_updated') return `/v1/orders/${id}/case`;
  if (path === '/v1-return') return `/v1/returns/${id}`;
  return path === '/v1-cancellation' ? `/v1/cancellations/${id}` : `/v1/orders/${id}`;
}

function pathOf(type: string, { id, short_id: shortId }: Body): string | null {
  if (type === 'managed_account.paused') return `/managed-accounts/${shortId}`;
  if (type === 'return.updated') return `/returns/${id}`;
  if (type === 'case.updated') return `/orders/${id}/case`;
  if (type === 'bulk.completed') return `/orders/bulk/${id}`;
  // What it is about is the alert, which no call shows.
  return type === 'policy.alert' ? null : `/orders/${id}`;
}

beforeAll(async () => {
  receiver = await startTestEndpoint(async (received) => {
    const told = JSON.parse(received.body);
    if (received.path === '/current') {
      const path = pathOf(told.type, told.data);
      const retrieved = path && (await system.get(path, key)).body;
      if (retrieved) current.push({ event: told.type, told: told.data, retrieved });
      return 200;
    }
    const { body: retrieved } = await client.get(legacyPathOf(received, told));
    legacy.push({ event: `${received.path} ${received.event}`, told, retrieved });
    return 200;
  });
  system = await startSystem({ clock, env: { SANDBOX_TIME_SCALE: '1', WEBHOOK_ALLOW_PRIVATE: 'true' } });
  ({ key } = await system.account('test', 10_000_000));
  client = legacyClient(system, key);
  const made = await system.post('/webhooks/endpoints', key, {
    url: `${receiver.url}/current`,
    events: Object.keys(eventTypes),
  });
  expect(made.status, made.text).toBe(201);
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

async function passTime(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    await system.queue.drain();
    clock.advance(500);
  }
  await system.queue.drain();
}

const orderEvents = [
  'request_succeeded',
  'request_failed',
  'tracking_obtained',
  'tracking_updated',
  'status_updated',
  'case_updated',
];
const hooksTo = (path: string, events = orderEvents) => ({
  webhooks: Object.fromEntries(events.map((event) => [event, `${receiver.url}${path}`])),
});
const outcomes = (path: string) => hooksTo(path, ['request_succeeded', 'request_failed']);
const buy = async (productId: string) => {
  const products = [{ product_id: productId, quantity: 1 }];
  const request = managed({ products, max_price: 100_000, client_notes: { ref: 'A-1' }, ...hooksTo('/v1-order') });
  return (await client.post('/v1/orders', request)).body.request_id as string;
};

/** Everything that can happen to a legacy order. */
async function liveThrough(): Promise<void> {
  const id = await buy('test-success');
  await passTime(20_000);
  await buy('test-out-of-stock');
  await passTime(5000);
  await client.post(`/v1/orders/${id}/case`, { message: 'Where is it?', reason: 'tracking.request_update' });
  await passTime(500);
  const products = [{ product_id: 'test-success', quantity: 1 }];
  const back = (reason: string) => ({ products, reason_code: reason, ...outcomes('/v1-return') });
  await client.post(`/v1/orders/${id}/return`, back('forced_cancellation'));
  await passTime(5000);
  await client.post(`/v1/orders/${id}/return`, { ...back('damaged'), method_code: 'dropoff' });
  await passTime(10_000);
  const fresh = await buy('test-success');
  await passTime(2500);
  await client.post(`/v1/orders/${fresh}/cancel`, outcomes('/v1-cancellation'));
  await passTime(5000);
}

/** Those whose retrieve call saw the same moment: nothing changed in between. A store files a return within the same moment. */
const atTheSameMoment = (pairs: Pair[], moment: string) =>
  pairs.filter(({ told, retrieved }) => [moment, 'merchant_return_id'].every((name) => told[name] === retrieved[name]));

describe('a webhook body', () => {
  it('of the legacy API is what the retrieve call returns at that moment, for all eight events', async () => {
    await liveThrough();
    const same = atTheSameMoment(legacy, 'occurred_at');
    for (const { event, told, retrieved } of same) expect(told, event).toEqual(retrieved);
    expect(new Set(same.map(({ event }) => event))).toEqual(
      new Set([
        ...orderEvents.map((event) => `/v1-order ${event}`),
        '/v1-return request_succeeded',
        '/v1-return request_failed',
        expect.stringMatching('/v1-cancellation request_'),
      ]),
    );
    for (const { told } of legacy) {
      expect(told).toMatchObject({
        request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        client_notes: { ref: 'A-1' },
        occurred_at: expect.stringMatching(/Z$/),
      });
    }
  });

  it('of an endpoint holds the object as its GET shows it, for every event with an object', async () => {
    const url = `${system.url}/shop/products/test-success`;
    const row = { product_url: url, quantity: '1', name: 'Jane Doe', address1: '1 Market St', city: 'San Francisco' };
    const rows = [{ ...row, state: 'CA', zip: '94105', phone: address.phone_number, max_price: '100000' }];
    expect((await system.post('/orders/bulk', key, { rows })).status).toBe(201);
    await passTime(20_000);
    const order = (product: string) => ({
      products: [{ url: `${system.url}/shop/products/${product}`, quantity: 1 }],
      shipping_address: address,
      max_price: 100_000,
    });
    await system.post('/orders', key, order('test-retailer-cancels'));
    const cancelled = (await system.post('/orders', key, order('test-success'))).body.id;
    clock.advance(10);
    await system.post(`/orders/${cancelled}/cancel`, key);
    await system.post('/orders', key, order('test-code-required'));
    await passTime(20_000);
    const same = atTheSameMoment(current, 'updated_at');
    for (const { event, told, retrieved } of same)
      expect({ ...told, id: undefined }, event).toEqual({ ...retrieved, id: undefined });
    for (const { told } of current) expect(told.id).toEqual(expect.any(String));
    expect([...new Set(same.map(({ event }) => event))].toSorted()).toEqual(
      expect.arrayContaining([
        'bulk.completed',
        'case.updated',
        'order.cancelled',
        'order.cancelled_by_retailer',
        'order.failed',
        'order.placed',
        'return.updated',
        'tracking.obtained',
        'tracking.updated',
      ]),
    );
  });
});
