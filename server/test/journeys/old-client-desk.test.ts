import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { dashed, type LegacyClient, legacyClient, managed } from '../harness/legacy.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { creditsOf } from '../harness/returns.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

// A legacy client that knows only product IDs, at a retailer where people place the orders.

let system: TestSystem;
let client: LegacyClient;
let desk: OperatorClient;
let receiver: TestEndpoint;
let key: string;
beforeAll(async () => {
  receiver = await startTestEndpoint();
  const env = { ...operatorEnv, DESK_RETAILERS: 'amazon', WEBHOOK_ALLOW_PRIVATE: 'true' };
  system = await startSystem({ env });
  desk = await personOn(system, await readContract(system));
  ({ key } = await system.account('live', 100_000));
  client = legacyClient(system, key);
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

const asin = 'B08N5WRWNW';
const products = [{ product_id: asin, quantity: 2 }];
const wallet = async () => (await system.get('/wallet', key)).body.available_cents as number;
const heard = (path: string) => receiver.at(path).map(({ event }) => event);

/** What the desk does while the client waits. */
async function buyAtDesk(id: string): Promise<void> {
  const { task, order } = (await desk.post(`/operator/desk/${id}/take`, {})).body;
  const bought = await desk.post(`/operator/desk/${id}/purchase`, {
    lease: task.lease,
    merchant_order_ids: ['112-7654321-1234567'],
    lines: order.items.map((item: { id: string }) => ({ item_id: item.id, unit_price_cents: 2000 })),
    shipping_cents: 500,
    tax_cents: 300,
    total_cents: 4800,
  });
  expect(bought.status, bought.text).toBe(200);
  await system.queue.drain();
}

it('orders by ID, follows the package, returns by the same ID and is refunded, by legacy calls only', async () => {
  const events = ['request_succeeded', 'request_failed', 'tracking_obtained', 'tracking_updated', 'status_updated'];
  const hooks = (path: string) => Object.fromEntries(events.map((event) => [event, `${receiver.url}${path}`]));
  const request = managed({ retailer: 'amazon', products, max_price: 6000, webhooks: hooks('/order') });
  const made = await client.post('/v1/orders', request);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const requestId = made.body.request_id as string;
  const path = `/v1/orders/${requestId}`;
  await system.queue.drain();
  expect((await client.get(path)).body).toMatchObject({ code: 'request_processing' });

  await buyAtDesk(dashed(requestId));
  expect((await client.get(path)).body).toMatchObject({
    _type: 'order_response',
    request_id: requestId,
    price_components: { subtotal: 4000, shipping: 500, tax: 300, total: 4800 },
    merchant_order_ids: [{ merchant_order_id: '112-7654321-1234567', merchant: 'amazon' }],
    delivery_dates: [{ delivery_date: null, products }],
  });
  expect(await wallet()).toBe(100_000 - 4800);

  const parcel = { carrier: 'UPS', tracking_number: '1Z999AA10123456784' };
  for (const status of ['in_transit', 'delivered']) {
    await desk.post(`/operator/desk/${dashed(requestId)}/parcels`, { ...parcel, status });
    await system.queue.drain();
  }
  expect((await client.get(path)).body.tracking).toMatchObject([
    { ...parcel, product_id: asin, delivery_status: 'delivered' },
  ]);
  expect(heard('/order')).toEqual(
    expect.arrayContaining(['request_succeeded', 'tracking_obtained', 'tracking_updated']),
  );

  const wanted = { products: [{ product_id: asin, quantity: 1 }], reason_code: 'damaged', method_code: 'dropoff' };
  const outcome = { request_succeeded: `${receiver.url}/return`, request_failed: `${receiver.url}/return` };
  const asked = await client.post(`${path}/return`, { ...wanted, webhooks: outcome });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const returnPath = `/v1/returns/${asked.body.request_id}`;
  await system.queue.drain();
  expect((await client.get(returnPath)).body).toMatchObject({ code: 'request_processing' });

  const decide = (body: object) => desk.post(`/operator/returns/${dashed(asked.body.request_id)}/resolve`, body);
  expect((await decide({ status: 'approved' })).status).toBe(200);
  await system.queue.drain();
  const approved = (await client.get(returnPath)).body;
  expect(approved).toMatchObject({ _type: 'return_response', return_status: 'approved', credited_cents: null });
  expect(receiver.at('/return').map(({ body }) => JSON.parse(body))).toEqual([approved]);
  expect(await wallet()).toBe(100_000 - 4800);

  // The retailer's refund arrives at the service: half of what was charged.
  expect((await decide({ status: 'credited' })).status).toBe(200);
  await system.queue.drain();
  expect((await client.get(returnPath)).body).toMatchObject({
    _type: 'return_response',
    return_status: 'credited',
    credited_cents: 2400,
    order_request_id: requestId,
    request: wanted,
  });
  expect(await wallet()).toBe(100_000 - 2400);
  expect(await creditsOf(system)).toEqual({ [dashed(asked.body.request_id)]: 2400 });

  // What came back cannot come back again, and the other unit still can.
  const both = await client.post(`${path}/return`, { ...wanted, products });
  expect(both.status).toBe(400);
  expect((await client.post(`${path}/return`, wanted)).status).toBe(200);
  expect((await client.get('/v1/orders?retailer=amazon')).body).toMatchObject([{ request_id: requestId }]);
  expect(await ledgerProblems(system.database.db)).toEqual([]);
});
