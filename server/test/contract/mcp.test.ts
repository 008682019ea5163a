import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/domains/accounts/index.ts';
import { connectModern } from '../harness/mcp-client.ts';
import { address, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

type Json = Record<string, unknown>;
const version = '2026-07-28';

function message(method: string, params: Json = {}, capabilities: Json = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
}

const headersFor = (method: string, name?: unknown): Record<string, string> => ({
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': version,
  'mcp-method': method,
  ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
});

const send = (key: string | undefined, method: string, params: Json = {}, capabilities: Json = {}) =>
  system.post('/mcp', key, message(method, params, capabilities), headersFor(method, params.name));

/** A call of a tool: its result, or what went wrong. */
async function use(key: string | undefined, name: string, given: Json = {}, capabilities: Json = {}) {
  const { body } = await send(key, 'tools/call', { name, arguments: given }, capabilities);
  const { result } = body;
  const text = result?.content?.[0]?.text;
  return { result, error: result?.isError ? JSON.parse(text).error : null };
}

const order = () => ({
  products: [{ url: `${system.url}/shop/products/test-success`, quantity: 1 }],
  shipping_address: address,
});

interface Listed {
  name: string;
  annotations: Record<string, boolean>;
}

describe('POST /mcp', () => {
  it('says what it is to a client of the present revision', async () => {
    const { status, body } = await send(undefined, 'server/discover');
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      supportedVersions: expect.arrayContaining([version]),
      capabilities: { tools: {} },
    });
  });

  it('lists its tools in less than 4,000 tokens, each with schemas and true hints', async () => {
    const tools: Listed[] = (await send(undefined, 'tools/list')).body.result.tools;
    expect(tools).toHaveLength(15);
    // A token of JSON is rarely shorter than three and a half characters.
    expect(JSON.stringify(tools).length / 3.5).toBeLessThan(4000);
    for (const tool of tools)
      expect(tool).toMatchObject({ inputSchema: { type: 'object' }, outputSchema: { type: 'object' } });
    const namesWith = (hint: string) => tools.filter((tool) => tool.annotations[hint]).map((tool) => tool.name);
    expect(namesWith('destructiveHint')).toEqual(['place_order', 'cancel_order', 'answer_action']);
    const writing = tools.filter((tool) => !tool.annotations.readOnlyHint).map((tool) => tool.name);
    expect(writing).toEqual(['place_order', 'cancel_order', 'answer_action', 'request_return']);
  });

  it.each([
    [{ host: 'evil.example' }, 403],
    [{ host: 'localhost', origin: 'https://evil.example' }, 403],
    [{ host: 'localhost', origin: 'null' }, 403],
    [{ host: 'localhost' }, 200],
    [{ host: 'localhost', origin: 'http://localhost:1234' }, 200],
  ])('with %j answers %i', async (headers, expected) => {
    const status = await new Promise((resolve, reject) => {
      const all = { 'content-type': 'application/json', ...headersFor('tools/list'), ...headers };
      const sending = request(`${system.url}/mcp`, { method: 'POST', headers: all }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      });
      sending.on('error', reject).end(JSON.stringify(message('tools/list')));
    });
    expect(status).toBe(expected);
  });

  it('refuses a key that is not good, and says where to read more', async () => {
    const { status, headers, body } = await send('svc_test_nonsense', 'tools/list');
    expect([status, body.error.code]).toEqual([401, 'unauthorized']);
    const where = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '')?.[1];
    const metadata = await (await fetch(where!)).json();
    expect(metadata).toMatchObject({ resource: `${system.url}/mcp`, bearer_methods_supported: ['header'] });
  });

  it('without a key shows the sandbox and offers one', async () => {
    expect((await use(undefined, 'search_products', { query: 'headphones', retailer: 'walmart' })).error).toBeNull();
    expect((await use(undefined, 'search_products', { query: 'x', min_price: 2, max_price: 1 })).error).toMatchObject({
      code: 'invalid_request',
      retryable: false,
    });
    const { result } = await use(undefined, 'list_test_products');
    expect(result.structuredContent.products.length).toBeGreaterThan(5);
    expect((await use(undefined, 'place_order', order())).error).toMatchObject({
      code: 'unauthorized',
      next_step: expect.stringContaining('/sandbox/keys'),
    });
    const form = { elicitation: { form: {} } };
    expect((await use(undefined, 'get_wallet', {}, form)).result).toMatchObject({ resultType: 'input_required' });
  });

  it("does what the key's scopes allow, and nothing more", async () => {
    const { accountId } = await system.account('test');
    const made = { accountId, world: 'test', label: 'reader', power: { scopes: ['read'] } } as const;
    const { key } = await createKey(
      { tx: system.database.db, clock: system.clock },
      { ...made, power: { scopes: ['read'] } },
    );
    expect((await use(key, 'get_wallet')).error).toBeNull();
    expect((await use(key, 'place_order', order())).error).toMatchObject({ code: 'forbidden', retryable: false });
    expect((await use(key, 'list_orders')).result.structuredContent.total).toBe(0);
  });

  it('shows nobody what is not theirs', async () => {
    const [key, other] = [await system.mint(), await system.mint()];
    const placed = await system.post('/orders', key, { ...order(), max_price: 5000 });
    const given = { order_id: placed.body.id };
    expect((await use(key, 'get_order', given)).result.structuredContent.id).toBe(placed.body.id);
    for (const name of ['get_order', 'wait_for_order', 'cancel_order']) {
      expect((await use(other, name, given)).error, name).toMatchObject({
        code: 'not_found',
        next_step: expect.any(String),
      });
    }
    expect((await use(key, 'cancel_order', given)).result.structuredContent.status).toBe('cancelled');
    expect((await use(key, 'cancel_order', given)).error).toMatchObject({ code: 'order_not_cancellable' });
  });

  it('names what is wrong with the arguments', async () => {
    const key = await system.mint();
    const { error } = await use(key, 'place_order', { ...order(), shipping_address: { ...address, postal_code: '' } });
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('postal_code') });
    const { body } = await send(key, 'tools/call', { name: 'get_order', arguments: { order_id: 1 } });
    expect(body.result?.isError ?? body.error !== undefined).toBe(true);
  });

  it('sends a client that can only open pages to the approval page', async () => {
    const key = await system.mint();
    const url = { elicitation: { url: {} } };
    const { result } = await use(key, 'place_order', order(), url);
    const { requestState, inputRequests } = result;
    const page = inputRequests.approval.params.url;
    const back = {
      name: 'place_order',
      arguments: order(),
      requestState,
      inputResponses: { approval: { action: 'accept' } },
    };
    const early = (await send(key, 'tools/call', back, url)).body.result;
    expect(JSON.parse(early.content[0].text).error.code).toBe('approval_required');
    const approve = () => fetch(page, { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) });
    expect([(await approve()).status, (await approve()).status]).toEqual([200, 404]);
    const bought = (await send(key, 'tools/call', back, url)).body.result;
    expect(bought.structuredContent.status).toBe('pending');
    const { headers } = await fetch(page);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('keeps the connection of an older client for its own key', async () => {
    const [key, other] = [await system.mint(), await system.mint()];
    const accept = { accept: 'application/json, text/event-stream' };
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: { elicitation: {} },
      clientInfo: { name: 't', version: '1' },
    };
    const opened = await system.post('/mcp', key, { jsonrpc: '2.0', id: 1, method: 'initialize', params }, accept);
    const session = { ...accept, 'mcp-session-id': opened.headers.get('mcp-session-id')! };
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    expect((await system.post('/mcp', key, list, session)).status).toBe(200);
    expect((await system.post('/mcp', other, list, session)).status).toBe(404);
    expect((await system.post('/mcp', undefined, list, session)).status).toBe(404);
    expect((await system.call('/mcp', { method: 'DELETE', key, headers: session })).status).toBe(200);
    expect((await system.post('/mcp', key, list, session)).status).toBe(404);
  });

  it('says no for a person who says no', async () => {
    const key = await system.mint();
    const client = await connectModern({ url: system.url, key, person: async () => ({ action: 'decline' }) });
    const { body } = await client.call('place_order', order());
    expect(body.error).toMatchObject({ code: 'approval_denied', retryable: false });
    expect((await client.call('list_orders')).body.total).toBe(0);
    await client.close();
  });
});
