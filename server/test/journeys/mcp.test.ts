import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purchaseProblems } from '../harness/checks.ts';
import { connectModern, connectOlder, type McpClient, type Person } from '../harness/mcp-client.ts';
import { signIn } from '../harness/person.ts';
import { address, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ withWorker: true, env: { SANDBOX_TIME_SCALE: '0.02' } });
});
afterAll(() => system.stop());

const generations = [
  ['2026-07-28', connectModern],
  ['2025', connectOlder],
] as const;

const all = [
  'search_products',
  'get_product',
  'check_store',
  'quote_order',
  'place_order',
  'get_order',
  'wait_for_order',
  'list_orders',
  'cancel_order',
  'answer_action',
  'track_order',
  'request_return',
  'get_return',
  'list_returns',
  'get_approval',
  'get_wallet',
  'get_policy',
  'list_test_products',
];

const yes: Person = async ({ message }) =>
  message.includes('sandbox key')
    ? { action: 'accept', content: { mint: true } }
    : { action: 'accept', content: { approve: true } };

/** Waits as an agent would, until the order is where it should be. */
// biome-ignore lint/suspicious/noExplicitAny: an order as the wire shows it.
async function waitUntil(client: McpClient, id: string, isThere: (order: any) => boolean) {
  let since: string | undefined;
  for (let rounds = 0; rounds < 100; rounds += 1) {
    const { body } = await client.call('wait_for_order', {
      order_id: id,
      wait_seconds: 25,
      ...(since ? { since } : {}),
    });
    if (isThere(body)) return body;
    since = body.updated_at;
  }
  throw new Error('It never came.');
}

describe.each(generations)('the official client of %s', (_name, connect) => {
  it('goes from nothing to a delivered order with tools alone', { timeout: 60_000 }, async () => {
    const open = await connect({ url: system.url, person: yes });
    expect((await open.names()).sort()).toEqual([...all].sort());
    const { body: found } = await open.call('search_products', { query: 'headphones' });
    const [hit] = found.results;
    expect((await open.call('get_product', { product_id: hit.product_id, retailer: hit.retailer })).isError).toBe(
      false,
    );
    const { body: offer } = await open.call('get_wallet');
    expect(offer.error).toMatchObject({ code: 'sandbox_minted', retryable: true });
    await open.close();

    const messages: string[] = [];
    const client = await connect({
      url: system.url,
      key: offer.error.details.api_key,
      person: async (asked) => {
        messages.push(asked.message);
        return yes(asked);
      },
    });
    const order = { products: [{ url: hit.url, quantity: 1 }], shipping_address: address };
    const { body: quote } = await client.call('quote_order', order);
    expect(quote.price_components.total).toBeGreaterThan(0);
    const { body: placed, isError } = await client.call('place_order', {
      ...order,
      quote_id: quote.quote_id,
      idempotency_key: 'first',
    });
    expect(isError, JSON.stringify(placed)).toBe(false);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(hit.url);
    const again = { ...order, quote_id: quote.quote_id, idempotency_key: 'first' };
    expect((await client.call('place_order', again)).body.id).toBe(placed.id);
    const delivered = await waitUntil(client, placed.id, (each) => each.items[0].status === 'delivered');
    expect(delivered.status).toBe('order_placed');
    const { body: track } = await client.call('track_order', { order_id: placed.id });
    expect(track.shipments[0].status).toBe('delivered');
    expect((await client.call('get_wallet')).body).toMatchObject({ held_cents: 0 });
    expect((await client.call('list_orders', {})).body.total).toBe(1);
    const back = {
      order_id: placed.id,
      items: [{ order_item_id: delivered.items[0].id, quantity: 1 }],
      reason: 'wrong_size',
    };
    const { body: returned } = await client.call('request_return', back);
    expect(returned).toMatchObject({ order_id: placed.id });
    expect((await client.call('get_return', { return_id: returned.id })).body).toMatchObject({ id: returned.id });
    expect((await client.call('list_returns')).body).toMatchObject({
      return_requests: [{ id: returned.id }],
      total: 1,
    });
    expect(await system.simulator.purchases(placed.id)).toHaveLength(1);
    await client.close();
  });

  it('obeys a policy that denies, one that asks, and one that allows', { timeout: 60_000 }, async () => {
    const person = await signIn(system, `${crypto.randomUUID()}@example.com`);
    const made = await person.call('/keys', { method: 'POST', body: { label: 'Agent', world: 'test' } });
    expect(made.status, made.text).toBe(201);
    const { id: keyId, api_key: key } = made.body;
    const write = async (policy: object) => {
      const { status, text } = await person.call(`/keys/${keyId}/policy`, { method: 'PUT', body: policy });
      expect(status, text).toBe(200);
    };
    let asked = 0;
    const client = await connect({
      url: system.url,
      key,
      person: async () => {
        asked += 1;
        return { action: 'accept', content: { approve: true } };
      },
    });
    const order = { products: [{ url: `${system.url}/shop/products/test-success` }], shipping_address: address };

    await write({ max_order_cents: 1 });
    expect((await client.call('place_order', order)).body.error).toMatchObject({ code: 'policy_denied' });
    expect((await client.call('list_orders', {})).body.total).toBe(0);

    await write({ approve: { above_cents: 1 } });
    const { body: waiting } = await client.call('place_order', order);
    expect(waiting.next_action, JSON.stringify(waiting)).toMatchObject({ kind: 'approve' });
    const itself = { order_id: waiting.id, action_id: waiting.next_action.id, answer: { approved: true } };
    expect((await client.call('answer_action', itself)).body.error).toMatchObject({ code: 'forbidden' });
    const bought = waitUntil(client, waiting.id, (each) => each.status === 'order_placed');
    const path = `/orders/${waiting.id}/actions/${waiting.next_action.id}`;
    const { status, text } = await person.call(path, { method: 'POST', body: { answer: { approved: true } } });
    expect(status, text).toBe(200);
    expect((await bought).next_action).toBeNull();

    await write({ max_order_cents: 100_000 });
    const { body: allowed } = await client.call('place_order', order);
    await waitUntil(client, allowed.id, (each) => each.status === 'order_placed');
    expect((await client.call('get_policy')).body.policies).toHaveLength(1);
    // Where there is a policy it decides, and the agent's own person is not asked.
    expect(asked).toBe(0);
    await client.close();
  });

  it('gets a URL to open if it cannot ask its user', { timeout: 60_000 }, async () => {
    const client = await connect({ url: system.url, key: await system.mint() });
    const order = { products: [{ url: `${system.url}/shop/products/test-success` }], shipping_address: address };
    const { body } = await client.call('place_order', order);
    expect(body.error).toMatchObject({ code: 'approval_required', retryable: true });
    const { approval_url: url, approval_id: approvalId } = body.error.details;
    const approved = { ...order, approval_id: approvalId };
    expect((await client.call('place_order', approved)).body.error.code).toBe('approval_required');
    const page = await fetch(url);
    expect([page.status, await page.text()]).toMatchObject([200, expect.stringContaining('Approve')]);
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) });
    expect(answer.status).toBe(200);
    const { body: placed } = await client.call('place_order', approved);
    await waitUntil(client, placed.id, (each) => each.status === 'order_placed');
    expect((await client.call('place_order', approved)).body.error).toMatchObject({
      code: 'approval_invalid',
      details: { order_id: placed.id },
    });
    expect((await client.call('list_orders', {})).body.total).toBe(1);
    expect((await fetch(url)).status).toBe(404);
    await client.close();
  });
});

it('bought nothing twice', async () => {
  expect(await purchaseProblems(system.database.db)).toEqual([]);
});
