import { hiddenRouteNames } from '../../server/test/harness/hidden-routes.ts';
import { hostileTexts, hostileValues } from '../../server/test/harness/hostile.ts';
import type { Credentials } from './credentials.ts';
import type { Draw } from './draw.ts';
import type { Hostile } from './operations.ts';

type Maker = (draw: Draw, credentials: Credentials) => Omit<Hostile, 'name'> & { name?: string };

const json = { 'content-type': 'application/json' };
const streams = { ...json, accept: 'application/json, text/event-stream' };
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];

const bearer = (draw: Draw, { free, rich }: Credentials): Record<string, string> =>
  draw.chance(0.25) ? {} : { authorization: `Bearer ${draw.one([free, rich, 'svc_test_x', 'x'.repeat(4000)])}` };

const tools = [
  ...['search_products', 'get_product', 'check_store', 'quote_order', 'place_order', 'get_order', 'wait_for_order'],
  ...['list_orders', 'cancel_order', 'answer_action', 'track_order', 'request_return', 'get_wallet', 'get_policy'],
  ...['list_test_products', '__proto__', ''],
];
const argumentNames = ['query', 'order_id', 'product_id', 'url', 'retailer', 'products', 'shipping_address', 'limit'];

/** Raw JSON in place of arguments. */
function rawArguments(draw: Draw): string {
  if (draw.chance(0.2)) return draw.one(hostileValues);
  const given = Array.from(
    { length: 1 + draw.below(4) },
    () => `"${draw.one(argumentNames)}": ${draw.one(hostileValues)}`,
  );
  return `{${given.join()}}`;
}

const mcp: Maker = (draw, credentials) => {
  const modern = draw.chance(0.5);
  const method = draw.one([
    'tools/call',
    'tools/call',
    'tools/list',
    'initialize',
    'resources/read',
    'tasks/get',
    'tasks/result',
    'ping',
    '__proto__',
  ]);
  const tool = draw.one(tools);
  const meta = modern
    ? `, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": {"name": "x", "version": "1"}, "io.modelcontextprotocol/clientCapabilities": ${draw.chance(0.2) ? draw.one(hostileValues) : '{}'}}`
    : '';
  const params = `{"name": ${JSON.stringify(tool)}, "arguments": ${rawArguments(draw)}, "taskId": ${draw.one(hostileValues)}, "capabilities": {"elicitation": {}}${meta}}`;
  const call = `{"jsonrpc": "2.0", "id": ${draw.chance(0.1) ? draw.one(hostileValues) : '1'}, "method": "${method}", "params": ${draw.chance(0.1) ? draw.one(hostileValues) : params}}`;
  return {
    name: `MCP ${method}`,
    method: draw.chance(0.9) ? 'POST' : draw.one(methods),
    path: draw.chance(0.95) ? '/mcp' : `/mcp?sign_in=${draw.one(hostileTexts)}`,
    headers: {
      ...streams,
      ...bearer(draw, credentials),
      ...(modern ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, 'mcp-name': tool } : {}),
      ...(draw.chance(0.1)
        ? { 'mcp-session-id': draw.one(['x', 'é'.repeat(10), '6d1f2f0e-5a0b-4c43-9d5c-0d7c0f8f9a10']) }
        : {}),
    },
    body: draw.chance(0.1) ? `[${call}, ${call}]` : call,
  };
};

const now = () => Math.floor(Date.now() / 1000);
const signatureInputs: ((draw: Draw) => string)[] = [
  (draw) => 'a'.repeat(draw.below(14_000)),
  (draw) => `sig1=(${'"@method" '.repeat(draw.below(800))});created=${now()};keyid="x"`,
  (draw) => `sig1=("@method"${';a'.repeat(draw.below(4000))});keyid="x"`,
  (draw) => `sig1=(${'('.repeat(draw.below(5000))}`,
  (draw) => `sig1=("${'\\'.repeat(draw.below(5000))}");expires=${'9'.repeat(draw.below(300))}`,
  (draw) =>
    Array.from({ length: draw.below(300) }, (_, each) => `s${each}=("@path");created=${now()};keyid="k"`).join(', '),
];
const ucpPaths = [
  ...['/catalog/search', '/catalog/lookup', '/catalog/product', '/checkout-sessions', '/checkout-sessions/x'],
  ...['/checkout-sessions/x/complete', '/checkout-sessions/x/cancel', '/orders/x', '/mcp', '/webhooks/orders'],
];
const ucpFields = [
  'line_items',
  'fulfillment',
  'buyer',
  'payment',
  'query',
  'ids',
  'id',
  'method',
  'params',
  'messages',
];

const ucp: Maker = (draw, credentials) => {
  const path = draw.one(ucpPaths);
  const signature = {
    'signature-input': draw.one(signatureInputs)(draw).slice(0, 14_000),
    signature: `sig1=:${'A'.repeat(draw.below(400))}:`,
  };
  const agent = draw.one([
    'profile="http://127.0.0.1:9/x"',
    'profile="https://127.0.0.1/x"',
    'x',
    'profile="',
    `profile="${'a'.repeat(900)}"`,
  ]);
  const given = Array.from({ length: 1 + draw.below(3) }, () => `"${draw.one(ucpFields)}": ${draw.one(hostileValues)}`);
  return {
    name: `UCP ${path}`,
    method: draw.chance(0.7) ? 'POST' : draw.one(methods),
    path: `/ucp${draw.one(['', '', '/2026-04-08', '/2026-01-11'])}${path.replace('x', () => draw.one(hostileTexts))}`,
    headers: {
      ...json,
      ...bearer(draw, credentials),
      ...(draw.chance(0.5) ? { ...signature, 'ucp-agent': agent } : {}),
      ...(draw.chance(0.3) ? { 'idempotency-key': draw.one(['', 'x'.repeat(3000), 'once']) } : {}),
      ...(draw.chance(0.2) ? { 'content-digest': 'sha-256=:AAAA:' } : {}),
    },
    body: draw.chance(0.1) ? draw.one(hostileValues) : `{${given.join()}}`,
  };
};

const oauthFields = [
  'client_id',
  'redirect_uri',
  'redirect_uris',
  'code',
  'code_verifier',
  'grant_type',
  'state',
  'scope',
  'client_name',
  'refresh_token',
  'response_type',
];

const oauth: Maker = (draw) => {
  const path = draw.one([
    '/oauth/register',
    '/oauth/token',
    '/oauth/authorize',
    '/.well-known/oauth-authorization-server',
  ]);
  const pairs = Array.from(
    { length: 1 + draw.below(5) },
    () => `${draw.one(oauthFields)}=${draw.one(hostileTexts)}`,
  ).join('&');
  const fields = Array.from(
    { length: 1 + draw.below(4) },
    () => `"${draw.one(oauthFields)}": ${draw.one(hostileValues)}`,
  );
  const isForm = path === '/oauth/token';
  return {
    name: `OAuth ${path}`,
    method: draw.chance(0.2) ? draw.one(methods) : path === '/oauth/register' || isForm ? 'POST' : 'GET',
    path: path === '/oauth/authorize' ? `${path}?${pairs}` : path,
    headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
    body: isForm ? pairs : path === '/oauth/register' ? `{${fields.join()}}` : null,
  };
};

const payments = [
  'Payment',
  'Payment x',
  `Payment ${'A'.repeat(8000)}`,
  `Payment ${btoa('{"challenge": null}')}`,
  `Payment ${btoa('[[[[')}`,
  'Payment id="x", method="sandbox"',
];

const agent: Maker = (draw) => {
  const path = draw.one([
    '/agent/orders',
    '/agent/search',
    '/agent/products/search',
    '/agent/products/details',
    '/agent/credit',
  ]);
  const fields = [...argumentNames, 'product_url', 'email'];
  const given = Array.from({ length: 1 + draw.below(3) }, () => `"${draw.one(fields)}": ${draw.one(hostileValues)}`);
  return {
    name: `agent ${path}`,
    method: draw.chance(0.85) ? 'POST' : draw.one(methods),
    path: draw.chance(0.8) ? path : `${path}?amount_cents=${draw.one(hostileTexts)}`,
    headers: { ...json, authorization: draw.one(payments) },
    body: `{${given.join()}}`,
  };
};

/** Routes that a person opens, or a program without a body of its own. */
const pageRoutes = hiddenRouteNames.filter((route) => !/ \/(?:mcp|ucp|oauth)(?:\/\d|\/?$)/.test(route));
const queryNames = ['token', 'q', 'url', 'after', 'secret', 'callbackURL', 'error', 'code', 'client_id', '__proto__'];
const formFields = ['token', 'callbackURL', 'email', 'answer', 'outcome', 'card', 'kind', '__proto__'];
const knownIds = [
  '6d1f2f0e-5a0b-4c43-9d5c-0d7c0f8f9a10',
  'errand.css',
  'errors',
  'test-success',
  'http://127.0.0.1:9/',
];

const pathFor = (draw: Draw, pattern: string): string =>
  pattern.replaceAll(/:\w+|\*/g, () => draw.one(draw.chance(0.3) ? knownIds : hostileTexts));

function formFor(draw: Draw): { type: string; body: string } {
  const given = Array.from({ length: 1 + draw.below(4) }, () => draw.one(formFields));
  if (draw.chance(0.6)) {
    const pairs = given.map((name) => `${name}=${draw.one(hostileTexts)}`);
    return { type: 'application/x-www-form-urlencoded', body: pairs.join('&') };
  }
  const fields = given.map((name) => `"${name}": ${draw.one(hostileValues)}`);
  return { type: 'application/json', body: `{${fields.join()}}` };
}

/** Pages, files, forms and streams outside the document, with and without the cookie of a signed-in person. */
const pages: Maker = (draw, { person, leaver }) => {
  const [known = '', pattern = ''] = draw.one(pageRoutes).split(' ');
  const method = draw.chance(0.75) ? known : draw.one(methods);
  const query = draw.chance(0.5) ? `?${draw.one(queryNames)}=${draw.one(hostileTexts)}` : '';
  const form = method === 'POST' ? formFor(draw) : null;
  const cookie = pattern.startsWith('/auth/') ? leaver : person;
  return {
    name: `page ${known} ${pattern}`,
    method,
    path: `${pathFor(draw, pattern)}${query}`,
    headers: {
      ...(draw.chance(0.3) ? { cookie, 'x-errand-world': 'test' } : {}),
      ...(form ? { 'content-type': form.type } : {}),
    },
    body: form?.body ?? null,
  };
};

const makers = [mcp, mcp, ucp, ucp, oauth, agent, pages, pages];

/** A request to an endpoint of a protocol outside the document. */
export function hostileProtocol(draw: Draw, credentials: Credentials): Hostile {
  const made = draw.one(makers)(draw, credentials);
  return { name: `${made.method} ${made.path}`, ...made };
}
