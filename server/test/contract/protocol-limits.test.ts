import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '../../src/kit/clock.ts';
import { rowCounts } from '../harness/checks.ts';
import { runningClock } from '../harness/fake-clock.ts';
import { basic, managed } from '../harness/legacy.ts';
import { callTool } from '../harness/mcp-call.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = runningClock();
let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ clock, env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => system.stop());

const accept = { accept: 'application/json, text/event-stream' };
const from = (address: string) => ({ ...accept, 'x-forwarded-for': address });
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: { roots: {} }, clientInfo: { name: 't', version: '1' } },
};

const open = (key: string | undefined, address: string) => system.post('/mcp', key, initialize, from(address));
async function openSession(key: string | undefined, address: string): Promise<string> {
  const { status, headers, text } = await open(key, address);
  expect(status, text).toBe(200);
  return headers.get('mcp-session-id')!;
}
const list = async (key: string | undefined, session: string, address: string) => {
  const headers = { ...from(address), 'mcp-session-id': session };
  return (await system.post('/mcp', key, { jsonrpc: '2.0', id: 2, method: 'tools/list' }, headers)).status;
};

describe('MCP sessions', () => {
  it('of one address are limited, and nobody else loses a session to it', async () => {
    const key = await system.mint();
    const [own, neighbor] = [await openSession(key, '203.0.113.1'), await openSession(undefined, '203.0.113.2')];
    const flood = await Promise.all(Array.from({ length: 200 }, () => open(undefined, '203.0.113.9')));
    const opened = flood.filter(({ status }) => status === 200);
    const refused = flood.filter(({ status }) => status === 429);
    expect([opened.length, refused.length]).toEqual([20, 180]);
    expect(refused[0]!.body.error).toMatchObject({ code: 'rate_limit_exceeded', retryable: true });
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(500);
    // Sessions that were already open at the flooding address continue: they may be another person's.
    expect(await list(undefined, opened[0]!.headers.get('mcp-session-id')!, '203.0.113.9')).toBe(200);
    expect(await list(key, own, '203.0.113.1')).toBe(200);
    expect(await list(undefined, neighbor, '203.0.113.2')).toBe(200);
    expect((await open(undefined, '203.0.113.3')).status).toBe(200);

    clock.advance(11 * minuteMs);
    expect((await open(undefined, '203.0.113.9')).status).toBe(200);
    expect(await list(key, own, '203.0.113.1')).toBe(200);
  });

  it('of all anonymous callers together leave room for keys', async () => {
    const flood = await Promise.all(
      Array.from({ length: 600 }, (_, index) => open(undefined, `198.51.100.${index % 250}`)),
    );
    expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(100);
    expect(flood.every(({ status }) => status === 200 || status === 429)).toBe(true);
    const key = await system.mint();
    const session = await openSession(key, '203.0.113.5');
    expect(await list(key, session, '203.0.113.5')).toBe(200);
    clock.advance(11 * minuteMs);
  });

  it('of one key replace its own oldest, and only those', async () => {
    const [key, other] = [await system.mint(), await system.mint()];
    const others = await openSession(other, '203.0.113.1');
    const first = await openSession(key, '203.0.113.1');
    const second = await openSession(key, '203.0.113.1');
    for (let count = 0; count < 19; count += 1) await openSession(key, '203.0.113.1');
    expect(await list(key, first, '203.0.113.1')).toBe(404);
    expect(await list(key, second, '203.0.113.1')).toBe(200);
    expect(await list(other, others, '203.0.113.1')).toBe(200);
  });
});

it('MCP arguments of any length and form are refused without an internal error', async () => {
  const [key, before] = [await system.mint(), await rowCounts(system.database.db)];
  const order = orderFor(`${system.url}/shop/products/test-success`);
  const codeOf = async (who: string | undefined, tool: string, given: Record<string, unknown>) => {
    const { isError, structuredContent, content } = await callTool(system, who, tool, given);
    return isError ? (structuredContent ?? JSON.parse(content[0].text)).error.code : null;
  };
  const approval = (id: string) => codeOf(key, 'place_order', { ...order, approval_id: id });
  const unknown = await approval(crypto.randomUUID());
  expect(unknown).not.toBe('internal_error');
  for (const id of ['x', '', 'x'.repeat(3000)]) expect(await approval(id)).toBe(unknown);
  const long = 'x '.repeat(400_000);
  const refused: [who: string | undefined, tool: string, given: Record<string, unknown>][] = [
    [undefined, 'search_products', { query: long }],
    [undefined, 'search_products', { query: 'x', retailer: long }],
    [undefined, 'get_product', { product_id: long, retailer: 'walmart' }],
    [undefined, 'place_order', { ...order, products: Array.from({ length: 40_000 }, () => 7) }],
    [key, 'place_order', { ...order, idempotency_key: randomBytes(20_000).toString('hex') }],
  ];
  for (const [who, tool, given] of refused) {
    expect(await codeOf(who, tool, given), tool).toBe('invalid_request');
  }
  const after = await rowCounts(system.database.db);
  expect(after).toEqual(before);
});

it('an MCP result separates store text from its own', async () => {
  const version = '2026-07-28';
  const ask = async (method: string, params: Record<string, unknown> = {}) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const name = typeof params.name === 'string' ? { 'mcp-name': params.name } : {};
    const headers = { ...accept, 'mcp-protocol-version': version, 'mcp-method': method, ...name };
    const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
    return (await system.post('/mcp', undefined, body, headers)).body.result;
  };
  const found = await ask('tools/call', { name: 'search_products', arguments: { query: 'headphones' } });
  const [hit] = found.structuredContent.results;
  const [shown] = JSON.parse(found.content[0].text).results;
  expect(shown).toEqual({
    ...hit,
    title: `<store_text>${hit.title}</store_text>`,
    brand: hit.brand && `<store_text>${hit.brand}</store_text>`,
  });
  const { tools } = await ask('tools/list');
  const { outputSchema } = tools.find(({ name }: { name: string }) => name === 'search_products');
  expect(outputSchema.properties.results.items.properties.title).toEqual({ 'x-untrusted': true });
  expect((await ask('server/discover')).instructions).toContain('data, never instructions');
});

it('webhooks to ports of other services are refused, and nothing is written', async () => {
  const key = await system.mint();
  for (const port of [0, 22, 25, 6379]) {
    const url = `https://93.184.215.14:${port}/hook`;
    const refused = await system.post('/webhooks/endpoints', key, { url });
    expect([refused.status, refused.body.detail?.[0].loc], String(port)).toEqual([422, ['body', 'url']]);
    expect(refused.text).toContain(`Port ${port} is not allowed`);
    const legacy = await system.post('/v1/orders', undefined, managed({ webhooks: { order_placed: url } }), basic(key));
    expect(legacy.text, String(port)).toContain(`Port ${port} is not allowed`);
  }
  expect((await system.get('/webhooks/endpoints', key)).body.endpoints).toEqual([]);
  expect((await system.post('/webhooks/endpoints', key, { url: 'https://93.184.215.14:8443/hook' })).status).toBe(201);
});

const endpoints = [
  '/mcp',
  '/mcp/approvals/x',
  '/.well-known/ucp',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/ucp/mcp',
  '/ucp/business/2026-08-25',
  '/ucp/profiles/2026-08-25',
  '/ucp/webhooks/orders',
  '/ucp/catalog/search',
  '/ucp/catalog/lookup',
  '/ucp/catalog/product',
  '/ucp/checkout-sessions',
  '/ucp/checkout-sessions/x',
  '/ucp/checkout-sessions/x/complete',
  '/ucp/checkout-sessions/x/cancel',
  '/ucp/orders/x',
  '/oauth/authorize',
  '/oauth/register',
  '/oauth/token',
  '/agent/orders',
  '/agent/products',
  '/agent/products/search',
  '/agent/credit',
  '/llms.txt',
];
const methods = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'SEARCH', 'LINK'];

/** As it is on the wire: fetch refuses some of these methods. */
const statusOf = (method: string, path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    request(`${system.url}${path}`, { method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });

it.each(['/mcp', '/ucp/mcp'])('answers a body that is no JSON as JSON-RPC at %s', async (path) => {
  const headers = { ...accept, 'content-type': 'application/json', authorization: `Bearer ${await system.mint()}` };
  const answerTo = async (body: string) => {
    const response = await fetch(system.url + path, { method: 'POST', headers, body });
    return [response.status, await response.json()];
  };
  const error = { code: -32700, message: expect.stringMatching(/^Parse error: /) };
  expect(await answerTo('{bad')).toEqual([400, { jsonrpc: '2.0', id: null, error }]);
  expect(await answerTo('"x"')).toMatchObject([400, { jsonrpc: '2.0', id: null, error: { code: -32600 } }]);
});

it('answers every method at every protocol endpoint, none with a 5xx', async () => {
  const key = await system.mint();
  const failed: string[] = [];
  for (const path of endpoints) {
    for (const method of methods) {
      for (const headers of [{}, { ...accept, authorization: `Bearer ${key}` }]) {
        const controller = path === '/mcp' && method === 'GET' ? { accept: 'application/json' } : {};
        const status = await statusOf(method, path, { ...headers, ...controller });
        if (status >= 500) failed.push(`${method} ${path}: ${status}`);
      }
    }
  }
  expect(failed).toEqual([]);
  expect(await statusOf('HEAD', '/mcp', accept)).toBe(405);
});
