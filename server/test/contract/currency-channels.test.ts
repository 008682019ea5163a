import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { agentOf } from '../harness/agent.ts';
import { ledgerProblems, paymentProblems, purchaseProblems } from '../harness/checks.ts';
import { signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { ucpAddress } from '../harness/ucp-agent.ts';

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
    ...ucpAddress,
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

/** What a tool says, and what it calls an error. */
async function use(key: string, name: string, given: Record<string, unknown>) {
  const params = {
    name,
    arguments: given,
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
    'mcp-name': name,
  };
  const { body } = await system.post('/mcp', key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
  return body.result;
}

it('an MCP client requests approval in US dollars', async () => {
  const key = await system.mint();
  const { max_price: _price, ...wanted } = orderFor(euro());
  const { error } = JSON.parse((await use(key, 'place_order', wanted)).content[0].text);
  expect(error.code, JSON.stringify(error)).toBe('approval_required');
  const approval = (await system.get(`/approvals/${error.details.approval_id}`, key)).body;
  expect(approval).toMatchObject({ currency: 'USD', price_components: { total: 2173 }, max_price: 2300 });
});

it('an MCP client pays from the euro wallet, as its quote says', async () => {
  const person = await signIn(system, `${newId()}@example.com`);
  const made = await person.call('/keys', { method: 'POST', body: { label: 'assistant', world: 'test' } });
  const key = made.body.api_key;
  await person.call('/account/policy', { method: 'PUT', body: { max_order_cents: 5000 } });
  const { id } = (await system.post('/wallet/top-ups', key, { amount_cents: 3000, currency: 'EUR' })).body;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await system.call(`/top-ups/${id}`, { method: 'POST', body: 'outcome=pay', headers });
  const { max_price: _price, ...wanted } = orderFor(euro());
  const quote = (await use(key, 'quote_order', wanted)).structuredContent;
  expect(quote.price_components).toMatchObject({ payment_currency: 'EUR', converted_payment_total: 1999 });
  const placed = (await use(key, 'place_order', { ...wanted, quote_id: quote.quote_id })).structuredContent;
  expect(placed, JSON.stringify(placed)).toMatchObject({ exchange: { payment_currency: 'EUR' } });
  await system.queue.drain();
  const wallet = async (given: object) => (await use(key, 'get_wallet', { ...given })).structuredContent;
  expect(await wallet({ currency: 'EUR' })).toMatchObject({ balance_cents: 3000 - 1999, held_cents: 0 });
  expect(await wallet({})).toMatchObject({ currency: 'USD', held_cents: 0 });
});
