import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentOf } from '../harness/agent.ts';
import { ledgerProblems, paymentProblems, purchaseProblems } from '../harness/checks.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// 19.99 EUR at 0.92 are 21.73 USD.

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(async () => {
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  expect(await purchaseProblems(system.database.db)).toEqual([]);
  expect(await paymentProblems(system.database.db)).toEqual([]);
  await system.stop();
});

const euro = () => `${system.url}/shop/products/test-euro`;
const dollars = async (key: string) => (await system.get('/wallet', key)).body;

it('a batch buys in euros with the US dollars it has on hold', async () => {
  const key = await system.mint();
  const place = { name: 'Jane Doe', address1: '1 Market St', city: 'San Francisco', state: 'CA', zip: '94105' };
  const rows = [1, 2].map((n) => ({ product_url: euro(), quantity: String(n), ...place, max_price: '9000' }));
  const made = await system.post('/orders/bulk', key, { rows });
  expect(made.status, made.text).toBe(201);
  for (let step = 0; step < 3; step += 1) await system.queue.drain();
  const { orders } = (await system.get('/orders', key)).body;
  expect(orders.map(({ status }: { status: string }) => status)).toEqual(['order_placed', 'order_placed']);
  expect(await dollars(key)).toMatchObject({ available_cents: 1_000_000 - 2173 - 4346, held_cents: 0 });
});

it('an agent pays in US dollars, and the unused amount is refunded', async () => {
  const agent = agentOf(system);
  const paid = await agent.pay('/agent/orders', orderFor(euro()));
  expect(paid.status, paid.text).toBeLessThan(300);
  for (let step = 0; step < 3; step += 1) await system.queue.drain();
  const inEuro = orderFor(euro(), { max_price_currency: 'EUR' });
  expect((await agent.ask('/agent/orders', inEuro)).status).toBe(422);
});

it('a UCP checkout with a key shows euros and creates an order for at most that price', async () => {
  const key = await system.mint();
  const destination = {
    id: 'home',
    first_name: 'Jane',
    last_name: 'Doe',
    street_address: '100 Congress Avenue',
    address_locality: 'Austin',
    address_region: 'TX',
    postal_code: '78701',
    address_country: 'US',
    phone_number: '+15125550100',
  };
  const fulfillment = { methods: [{ type: 'shipping', destinations: [destination], selected_destination_id: 'home' }] };
  const body = { line_items: [{ item: { id: euro() }, quantity: 1 }], fulfillment };
  const opened = (await system.post('/ucp/checkout-sessions', key, body)).body;
  expect(opened).toMatchObject({ status: 'ready_for_complete', currency: 'EUR' });
  const [done] = await Promise.all([
    system.post(`/ucp/checkout-sessions/${opened.id}/complete`, key, {}),
    new Promise((resolve) => setTimeout(resolve, 500)).then(() => system.queue.drain()),
  ]);
  await system.queue.drain();
  const order = (await system.get(`/orders/${done.body.order.id}`, key)).body;
  expect(order).toMatchObject({ status: 'order_placed', exchange: { max_price: 1999, payment_currency: 'USD' } });
  expect(await dollars(key)).toMatchObject({ available_cents: 1_000_000 - 2173, held_cents: 0 });
});

it('an MCP client requests approval in US dollars', async () => {
  const key = await system.mint();
  const { max_price: _price, ...wanted } = orderFor(euro());
  const params = {
    name: 'place_order',
    arguments: wanted,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'place_order',
  };
  const { body } = await system.post('/mcp', key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
  const { error } = JSON.parse(body.result.content[0].text);
  expect(error.code, JSON.stringify(error)).toBe('approval_required');
  const approval = (await system.get(`/approvals/${error.details.approval_id}`, key)).body;
  expect(approval).toMatchObject({ currency: 'USD', price_components: { total: 2173 }, max_price: 2300 });
});
