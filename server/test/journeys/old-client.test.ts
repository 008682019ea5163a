import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { dashed, type LegacyClient, legacyClient, managed, selfManaged } from '../harness/legacy.ts';
import { loadStoreProducts } from '../harness/store-products.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

// A script that was written years ago: it searches, looks at offers, orders, polls, waits for its webhooks, opens a case.

let system: TestSystem;
let client: LegacyClient;
let key: string;
let receiver: TestEndpoint;
beforeAll(async () => {
  receiver = await startTestEndpoint();
  const env = { SANDBOX_TIME_SCALE: '0.05', WEBHOOK_ALLOW_PRIVATE: 'true', ORDER_FEE_CENTS: '50' };
  system = await startSystem({ withWorker: true, env });
  key = await system.mint();
  client = legacyClient(system, key);
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

async function poll(path: string, until: (body: Record<string, unknown>) => boolean) {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const { status, body } = await client.get(path);
    expect(status).toBe(200);
    if (until(body)) return body;
    if (Date.now() > giveUpAt) throw new Error(`It never came to that: ${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function heard(path: string, event: string) {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const found = receiver.at(path).find((one) => one.event === event);
    if (found) return JSON.parse(found.body);
    if (Date.now() > giveUpAt) throw new Error(`${event} never came`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const isDelivered = (body: Record<string, unknown>): boolean =>
  (body.tracking as { delivery_status: string }[] | undefined)?.[0]?.delivery_status === 'delivered';

it('buys with the accounts of the service', { timeout: 120_000 }, async () => {
  const product = (await loadStoreProducts('walmart')).find((one) => one.price < 20_000);
  const { body: found } = await client.get(`/v1/search?query=${encodeURIComponent(product.title)}&retailer=walmart`);
  expect(found.results[0].product_id).toBe(product.productId);
  const { body: offered } = await client.get(`/v1/products/${product.productId}/offers?retailer=walmart`);
  expect(offered.status).toBe('completed');
  const webhooks = {
    request_succeeded: `${receiver.url}/managed`,
    request_failed: `${receiver.url}/managed`,
    tracking_obtained: `${receiver.url}/managed`,
    case_updated: `${receiver.url}/managed`,
  };
  const products = [{ product_id: product.productId, quantity: 1 }];
  const made = await client.post(
    '/v1/orders',
    managed({ retailer: 'walmart', products, max_price: 100_000, addax: true, webhooks, client_notes: { shop: 7 } }),
    { 'content-type': 'text/plain' },
  );
  expect(made.status).toBe(200);
  const path = `/v1/orders/${made.body.request_id}`;
  const order = await poll(path, ({ code }) => code !== 'request_processing');
  expect(order._type).toBe('order_response');
  expect((await heard('/managed', 'request_succeeded')).merchant_order_ids).toEqual(order.merchant_order_ids);
  await heard('/managed', 'tracking_obtained');
  await poll(path, isDelivered);
  await client.post(`${path}/case`, { message: 'The box is dented.', reason: 'nondelivery.damaged' });
  expect((await heard('/managed', 'case_updated')).state).toBe('open');
  const total = (order.price_components as { total: number }).total;
  expect((await system.get('/wallet', key)).body).toMatchObject({
    balance_cents: 1_000_000 - total - 50,
    held_cents: 0,
  });
  const listed = await client.get('/v1/orders?retailer=walmart');
  expect(listed.body.map((one: { request_id: string }) => one.request_id)).toEqual([made.body.request_id]);
  const current = await system.get(`/orders/${dashed(made.body.request_id)}`, key);
  expect(current.body).toMatchObject({ status: 'order_placed', metadata: { shop: 7 } });
});

it('buys with an account and a card of its own', { timeout: 120_000 }, async () => {
  const before = (await system.get('/wallet', key)).body.balance_cents;
  const webhooks = { request_failed: `${receiver.url}/own`, request_succeeded: `${receiver.url}/own` };
  const declined = { ...selfManaged().payment_method, number: '4000000000000002' };
  const first = await client.post('/v1/orders', selfManaged({ webhooks, payment_method: declined }));
  expect((await heard('/own', 'request_failed')).code).toBe('credit_card_declined');
  const { retailer_credentials, payment_method } = selfManaged();
  const path = `/v1/orders/${first.body.request_id}/retry`;
  const again = await client.post(path, { retailer_credentials, payment_method });
  const order = await poll(`/v1/orders/${again.body.request_id}`, isDelivered);
  expect(await heard('/own', 'request_succeeded')).toMatchObject({ _type: 'order_response' });
  expect(order.request).toMatchObject({ retailer_credentials: { email: 'jane@example.com' }, webhooks });
  expect((await system.get('/wallet', key)).body.balance_cents).toBe(before - 50);
  expect(await purchaseProblems(system.database.db)).toEqual([]);
  expect(await ledgerProblems(system.database.db)).toEqual([]);
});
