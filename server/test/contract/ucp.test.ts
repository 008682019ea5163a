import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyResponse } from '../../src/platform/message-signatures.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';
import { ucpAddress } from '../harness/ucp-agent.ts';

let system: TestSystem;
let key: string;
beforeAll(async () => {
  system = await startSystem({ withWorker: true });
  key = await system.mint();
});
afterAll(() => system.stop());

const product = (scenario = 'success') => `${system.url}/shop/products/test-${scenario}`;

const destination = {
  id: 'home',
  ...ucpAddress,
};

const wish = (scenario = 'success', quantity = 1) => ({
  line_items: [{ item: { id: product(scenario) }, quantity }],
  fulfillment: { methods: [{ type: 'shipping', destinations: [destination], selected_destination_id: 'home' }] },
});

const open = async (body: unknown, who = key) => {
  const answer = await system.post('/ucp/checkout-sessions', who, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

const put = (id: string, body: unknown, who = key) =>
  system.call(`/ucp/checkout-sessions/${id}`, { method: 'PUT', key: who, body });

/** Where it comes to. An answer to complete waits for the store only so long; a busy machine may take longer. */
const settled = async (id: string, who = key) => {
  const read = async () => (await system.get(`/ucp/checkout-sessions/${id}`, who)).body;
  await expect.poll(async () => (await read()).status, { timeout: 30_000 }).not.toBe('complete_in_progress');
  return read();
};
const complete = (id: string, body: unknown = {}, who = key) =>
  system.post(`/ucp/checkout-sessions/${id}/complete`, who, body);

const totalOf = (totals: { type: string; amount: number }[], type: string) =>
  totals.filter((total) => total.type === type).reduce((sum, { amount }) => sum + amount, 0);

const orders = async (who: string): Promise<number> => (await system.get('/orders', who)).body.total;

describe('the profile', () => {
  it('says where to store, in both versions, with the key that signs', async () => {
    const { body } = await system.get('/.well-known/ucp');
    expect(body.ucp.version).toBe('2026-08-25');
    expect(body.ucp.services['dev.ucp.shopping'].map((each: { transport: string }) => each.transport)).toEqual([
      'mcp',
      'rest',
    ]);
    expect(body.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' });
    expect(JSON.stringify(body)).not.toContain('"d"');
    const older = await system.get(new URL(body.ucp.supported_versions['2026-04-08']).pathname);
    expect(older.body).toMatchObject({ ucp: { version: '2026-04-08' }, signing_keys: body.keys });
    for (const version of ['2026-01-11', '2026-04-08', '2026-08-25']) {
      expect((await system.get(`/ucp/profiles/${version}`)).body.ucp.version).toBe(version);
    }
    expect((await system.get('/ucp/profiles/2025-01-01')).status).toBe(404);
    expect((await system.get('/ucp/business/2025-01-01')).status).toBe(404);
  });

  it('includes the key that signed every checkout response', async () => {
    const { keys } = (await system.get('/.well-known/ucp')).body;
    const signed = [
      await system.post('/ucp/catalog/search', key, { query: 'headphones' }),
      await system.post('/ucp/checkout-sessions', key, wish()),
      await system.get('/ucp/checkout-sessions/unknown', key),
    ];
    for (const { status, headers, text } of signed) {
      const parts = { status, headers: Object.fromEntries(headers), body: text };
      expect(verifyResponse(keys, parts, new Date())).toMatchObject({ kind: 'good' });
      expect(verifyResponse(keys, { ...parts, body: `${text} ` }).kind).toBe('bad');
    }
  });
});

describe('the catalog', () => {
  it('is searched and read by IDs that can be bought', async () => {
    const { body } = await system.post('/ucp/catalog/search', key, { query: 'headphones' });
    const [first] = body.products;
    expect(first.variants[0].price.amount).toBeGreaterThan(0);
    const detail = await system.post('/ucp/catalog/product', key, { id: first.id });
    expect(detail.body.product.id).toBe(first.id);
    const looked = await system.post('/ucp/catalog/lookup', key, { ids: [first.id, 'https://nobody.example/x'] });
    expect(looked.body.products).toHaveLength(1);
    expect(looked.body.messages).toMatchObject([{ code: 'not_found', content: 'https://nobody.example/x' }]);
    const missing = await system.post('/ucp/catalog/product', key, { id: 'https://nobody.example/x' });
    expect(missing.body).toMatchObject({ ucp: { status: 'error' }, messages: [{ code: 'not_found' }] });
  });
});

describe('a checkout', () => {
  it('says what is missing, then what it costs, and becomes one order of the key’s wallet', async () => {
    const who = await system.mint();
    const bare = await open({ line_items: wish().line_items }, who);
    expect(bare).toMatchObject({ status: 'incomplete', messages: [{ code: 'missing', severity: 'recoverable' }] });
    const { body: ready } = await put(bare.id, wish('success', 2), who);
    expect(ready.status, JSON.stringify(ready.messages)).toBe('ready_for_complete');
    expect(ready.line_items).toMatchObject([{ quantity: 2, item: { id: product() } }]);
    const total = totalOf(ready.totals, 'total');
    expect(
      ready.totals.reduce(
        (sum: number, { type, amount }: { type: string; amount: number }) => (type === 'total' ? sum : sum + amount),
        0,
      ),
    ).toBe(total);
    expect(await orders(who)).toBe(0);
    const done = await complete(
      ready.id,
      { payment: { instruments: [{ handler_id: 'wallet', type: 'wallet' }] } },
      who,
    );
    expect(done.body, done.text).toMatchObject({ order: { id: expect.any(String) } });
    expect(await settled(ready.id, who)).toMatchObject({ status: 'completed', order: done.body.order });
    const again = await Promise.all([complete(ready.id, {}, who), complete(ready.id, {}, who)]);
    for (const { body } of again) expect(body.order.id).toBe(done.body.order.id);
    expect(await orders(who)).toBe(1);
    const order = (await system.get(`/orders/${done.body.order.id}`, who)).body;
    expect(order).toMatchObject({
      status: 'order_placed',
      items: [{ quantity: 2 }],
      shipping_address: { city: 'Austin' },
    });
    expect(order.job_result.price_components.total).toBeLessThanOrEqual(total);
    const read = await system.get(`/ucp/orders/${order.id}`, who);
    expect(read.body).toMatchObject({ id: order.id, line_items: [{ quantity: { original: 2 } }] });
  });

  it('creates one order for many concurrent complete calls', async () => {
    const who = await system.mint();
    const { id } = await open(wish(), who);
    const answers = await Promise.all(Array.from({ length: 8 }, () => complete(id, {}, who)));
    const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.order.id);
    expect(new Set(made).size).toBe(1);
    expect(await orders(who)).toBe(1);
  });

  it('belongs to nobody else', async () => {
    const { id } = await open(wish());
    const other = await system.mint();
    expect((await system.get(`/ucp/checkout-sessions/${id}`, other)).status).toBe(404);
    expect((await put(id, wish('success', 3), other)).status).toBe(404);
    expect((await complete(id, {}, other)).status).toBe(404);
    expect((await system.post(`/ucp/checkout-sessions/${id}/cancel`, other, {})).status).toBe(404);
    expect((await system.get(`/ucp/checkout-sessions/${id}`, key)).body).toMatchObject({
      status: 'ready_for_complete',
    });
    expect(await orders(other)).toBe(0);
    const { body } = await system.post(`/ucp/checkout-sessions/${id}/cancel`, key, {});
    expect(body.status).toBe('canceled');
    expect((await complete(id)).status).toBe(409);
    expect((await put(id, wish())).status).toBe(409);
  });

  it('is not completed before it is ready, nor with an instrument that is not offered', async () => {
    const who = await system.mint();
    const bare = await open({ line_items: wish().line_items }, who);
    expect((await complete(bare.id, {}, who)).body).toMatchObject({ code: 'checkout_not_ready' });
    const { id } = await open(wish(), who);
    const refused = await complete(id, { payment: { instruments: [{ handler_id: 'card_1', type: 'card' }] } }, who);
    expect(refused.body).toMatchObject({ code: 'payment_instrument_unavailable' });
    expect(await orders(who)).toBe(0);
    expect((await system.get(`/ucp/checkout-sessions/${id}`, who)).body.status).toBe('ready_for_complete');
  });

  it('tells why the store does not sell', async () => {
    const sold = await open(wish('out-of-stock'));
    expect(sold).toMatchObject({ status: 'incomplete', messages: [{ code: 'out_of_stock' }] });
    const unknown = await open({ ...wish(), line_items: [{ item: { id: 'https://nobody.example/x' }, quantity: 1 }] });
    expect(unknown).toMatchObject({ status: 'incomplete', messages: [{ code: 'not_found' }] });
  });

  it('turns a question of the order into an escalation', async () => {
    const who = await system.mint();
    // Without the code nothing can be quoted: the total is an estimate.
    const estimated = await open(wish('enter-code'), who);
    expect(estimated.status).toBe('ready_for_complete');
    expect(estimated.messages).toMatchObject([{ type: 'warning', code: 'estimated_total' }]);
    const { id, status } = await open(wish('open-url'), who);
    expect(status).toBe('ready_for_complete');
    await complete(id, {}, who);
    const body = await settled(id, who);
    expect(body).toMatchObject({
      status: 'requires_escalation',
      continue_url: expect.any(String),
      messages: [{ code: 'open_url', severity: 'requires_buyer_input' }],
    });
    const { next_action: action } = (await system.get(`/orders/${body.order.id}`, who)).body;
    const answered = await system.post(`/orders/${body.order.id}/actions/${action.id}`, who, {
      answer: { done: true },
    });
    expect(answered.status, answered.text).toBe(200);
    const after = async () => (await system.get(`/ucp/checkout-sessions/${id}`, who)).body.status;
    await expect.poll(after, { timeout: 30_000, interval: 100 }).toBe('completed');
    expect(await orders(who)).toBe(1);
  });

  it('rejects other accounts and invalid bodies', async () => {
    expect((await system.post('/ucp/checkout-sessions', 'svc_test_wrong', wish())).status).toBe(401);
    const odd = await system.post('/ucp/checkout-sessions', key, { line_items: [{ item: {}, quantity: 0 }] });
    expect(odd.status).toBe(422);
    expect((await system.get('/ucp/orders/unknown', key)).status).toBe(404);
  });
});

describe('the tools', () => {
  const rpc = (method: string, params: unknown, who?: string) =>
    system.call('/ucp/mcp', {
      method: 'POST',
      ...(who ? { key: who } : {}),
      body: { jsonrpc: '2.0', id: 7, method, params },
    });

  it('are listed for everyone and need a key to call', async () => {
    const listed = await rpc('tools/list', {});
    expect(listed.body.id).toBe(7);
    expect(listed.body.result.tools.map(({ name }: { name: string }) => name)).toContain('complete_checkout');
    const call = { name: 'create_checkout', arguments: { meta: {}, checkout: wish() } };
    expect((await rpc('tools/call', call)).status).toBe(401);
    const made = await rpc('tools/call', call, key);
    expect(made.body.result.structuredContent).toMatchObject({ status: 'ready_for_complete' });
    const odd = await rpc('tools/call', { name: 'get_checkout', arguments: { meta: {}, id: 'x' } }, key);
    expect(odd.body.error).toMatchObject({ data: { code: 'not_found' } });
    expect((await rpc('nonsense', {}, key)).body.error.code).toBe(-32601);
    expect((await rpc('tools/call', { name: 'constructor' }, key)).body.error.code).toBe(-32602);
  });
});
