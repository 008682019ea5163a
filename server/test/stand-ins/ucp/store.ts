import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { createKey } from '../../../src/connectors/ucp/handle.ts';
import { sessionsMax } from '../../../src/connectors/ucp/sessions.ts';
import { fieldsOf, jsonIn } from '../../../src/kit/fields.ts';
import { type SigningKey, signRequest, signResponse, verifyRequest } from '../../../src/platform/message-signatures.ts';
import { portOf } from '../../../src/platform/port.ts';
import { lookUp, profile, search } from './catalog.ts';
import { agreeAt, gate, newOauth, serveOauth } from './oauth.ts';
import { complete, create, order, show, update } from './sessions.ts';
import { type Faults, type Json, type Reply, type Seen, type State, sound } from './state.ts';

/** Settings of such a store, for which Errand buys as a guest and pays. */
export const guestSettings = {
  payment: { handler: 'com.example.pay', type: 'card' },
  credentials: { payment_token: 'tok_1' },
  consent: { by: 'The merchant', on: '2026-08-21' },
  contact: 'buyer@example.com',
  accounts: 'guest',
} as const;

/** A store that speaks UCP, for tests: small, and as hostile as it is told to be. */
export async function startStandIn() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key: SigningKey = { kid: 'store-key', privateKey };
  const wrongKey: SigningKey = {
    kid: 'store-key',
    privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  };
  const state: State = {
    faults: { ...sound },
    sessions: new Map(),
    orders: new Map(),
    seen: [],
    clientKeys: [],
    origin: '',
    jwk: { ...publicKey.export({ format: 'jwk' }), kid: 'store-key' },
    oauth: newOauth(),
    answered: new Map(),
  };
  const server: Server = createServer((request, response) => {
    void readText(request).then((text) => {
      const { status, body, location, challenge } = answer(state, request, text);
      const sent = JSON.stringify(body);
      const headers = {
        'content-type': 'application/json',
        ...(location === undefined ? {} : { location }),
        ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
      };
      const { signature } = state.faults;
      const signed =
        signature === 'none'
          ? {}
          : signResponse(
              signature === 'wrong' ? wrongKey : key,
              { status, headers, body: signature === 'stale body' ? '{}' : sent },
              new Date(),
            );
      response.writeHead(status, { ...headers, ...signed }).end(sent);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.origin = `http://127.0.0.1:${portOf(server)}`;
  return {
    origin: state.origin,
    state,
    /** From now on, and from an empty book. */
    behave(faults: Partial<Faults> = {}) {
      state.faults = { ...sound, ...faults };
      state.seen.length = 0;
    },
    seen: (operation: string) => state.seen.filter((call) => call.operation === operation),
    /** A customer agrees to what the address asks for; what the store sends back with them. */
    agree: (authorizeUrl: string) => agreeAt(state, authorizeUrl),
    sold: () => [...state.orders.values()].map(({ session }) => session),
    /** How often the store's own books say that it sold under this order's keys. */
    soldUnder(reference: string): number {
      const keys = new Set(Array.from({ length: sessionsMax }, (_, n) => createKey(reference, n)));
      return [...state.orders.values()].filter(({ session }) => keys.has(session.createdWith ?? '')).length;
    },
    /** A person pays on the store's own page, where a checkout is paid once. */
    payAt(continueUrl: string) {
      const session = state.sessions.get(new URL(continueUrl).pathname.split('/')[2] ?? '');
      if (!session || session.status === 'canceled') throw new Error('The page shows no checkout.');
      if (session.status === 'completed') return;
      const orderId = `ord_page_${state.orders.size + 1}`;
      Object.assign(session, { status: 'completed', orderId });
      state.orders.set(orderId, { session, steps: 0, adjustments: [] });
    },
    /** Stores keep keys for a day or so. */
    forgetKeys: () => state.answered.clear(),
    advance(orderId: string) {
      const order = state.orders.get(orderId);
      if (order) order.steps += 1;
    },
    /** The store writes into the order's log what happened after the purchase; `units` are of its only line. */
    adjust(orderId: string, type: string, units: number, more: Json = {}) {
      const kept = state.orders.get(orderId);
      const lines = units > 0 ? [{ id: kept?.session.lines[0]?.id, quantity: units }] : [];
      const entry = { type, status: 'completed', occurred_at: new Date().toISOString(), line_items: lines };
      kept?.adjustments.push({ id: `adj_${kept.adjustments.length}`, ...entry, ...more });
    },
    /** Tells a platform how an order stands, as stores do by themselves; `as` signs with another key. The last status. */
    async tell(
      orderId: string,
      url: string,
      { isSigned = true, as = key, copies = 1 }: { isSigned?: boolean; as?: SigningKey; copies?: number } = {},
    ) {
      const body = JSON.stringify(order(state, orderId));
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        'ucp-agent': `profile="${state.origin}/.well-known/ucp"`,
        'webhook-id': `evt_${orderId}`,
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      };
      const signature = isSigned ? signRequest(as, { method: 'POST', url, headers, body }, new Date()) : {};
      return sendCopies(copies, url, { method: 'POST', headers: { ...headers, ...signature }, body });
    },
    key,
    wrongKey,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

async function sendCopies(copies: number, url: string, init: RequestInit): Promise<number> {
  const { status } = await fetch(url, init);
  return copies > 1 ? sendCopies(copies - 1, url, init) : status;
}

function answer(state: State, request: IncomingMessage, text: string): Reply {
  const { faults } = state;
  const path = request.url ?? '/';
  if (faults.broken) return { status: 503, body: {} };
  if (path === '/.well-known/ucp') return { status: faults.profileStatus, body: profile(state, faults.version) };
  const signingIn = serveOauth(state, path, text, request.headers.authorization ?? null);
  if (signingIn) return signingIn;
  const [, older] = /^\/profiles\/(.+)$/.exec(path) ?? [];
  if (older !== undefined) return { status: 200, body: profile(state, older) };
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const method = request.method ?? 'GET';
  const url = `${state.origin}${path}`;
  const verdict = verifyRequest(state.clientKeys, { method, url, headers, body: text === '' ? null : text });
  if (verdict.kind !== 'good')
    return { status: 401, body: { code: 'signature_invalid', content: JSON.stringify(verdict) } };
  const body: Json = fieldsOf(jsonIn(text));
  if (path !== '/ucp/mcp') return serve(state, restOperation(method, path), { method, headers, body });
  const { name, arguments: given } = fieldsOf(body.params);
  const args = fieldsOf(given);
  if (name === 'complete_checkout' && faults.failsComplete !== null) {
    const error = { code: faults.failsComplete, message: 'The request failed.' };
    return { status: 200, body: { jsonrpc: '2.0', id: body.id, error } };
  }
  const inner = fieldsOf(args.catalog ?? args.checkout);
  const { body: result } = serve(
    state,
    { operation: String(name), id: String(args.id) },
    { method, headers, body: inner },
  );
  return { status: 200, body: { jsonrpc: '2.0', id: body.id, result: { structuredContent: result, content: [] } } };
}

function restOperation(method: string, path: string): { operation: string; id: string } {
  const [, id = '', verb] = /^\/ucp\/checkout-sessions\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
  if (path === '/ucp/checkout-sessions') return { operation: 'create_checkout', id: '' };
  if (id !== '') {
    const plain = method === 'PUT' ? 'update_checkout' : 'get_checkout';
    return { operation: verb === undefined ? plain : `${verb}_checkout`, id };
  }
  if (path.startsWith('/ucp/orders/')) return { operation: 'get_order', id: path.slice('/ucp/orders/'.length) };
  return { operation: path === '/ucp/catalog/search' ? 'search_catalog' : 'get_product', id: '' };
}

/** A repeated key gets the first answer again; the same key for another request is a conflict. */
function serve(state: State, target: { operation: string; id: string }, seen: Omit<Seen, 'operation'>): Reply {
  const key = seen.headers['idempotency-key'];
  if (key === undefined || state.faults.keys === 'ignored') return act(state, target, seen);
  const request = JSON.stringify([target, seen.body]);
  const before = state.answered.get(`${target.operation} ${key}`);
  if (before) {
    state.seen.push({ operation: target.operation, ...seen });
    const isSame = before.request === request;
    return isSame ? before.reply : { status: 409, body: { content: 'This key was used for another request.' } };
  }
  const reply = act(state, target, seen);
  if (reply.status < 400) state.answered.set(`${target.operation} ${key}`, { request, reply });
  return reply;
}

function act(state: State, { operation, id }: { operation: string; id: string }, seen: Omit<Seen, 'operation'>): Reply {
  state.seen.push({ operation, ...seen });
  const closed = gate(state, operation, seen.headers);
  if (closed) return closed;
  if (operation === 'search_catalog') return { status: 200, body: search(state, seen.body) };
  if (operation === 'get_product') return { status: 200, body: lookUp(state, String(seen.body.id)) };
  if (operation === 'get_order') return { status: 200, body: { ...order(state, id), ...state.faults.showsOrder } };
  if (operation === 'create_checkout') return create(state, seen.body, seen.headers['idempotency-key'] ?? null);
  const session = state.sessions.get(id);
  if (!session) return { status: 404, body: { code: 'not_found', content: 'No such checkout.' } };
  if (operation === 'update_checkout') update(state, session, seen.body);
  const isCancelable = session.status !== 'completed' && !state.faults.ignoresCancel;
  if (operation === 'cancel_checkout' && isCancelable) session.status = 'canceled';
  if (operation === 'complete_checkout') return complete(state, session, seen);
  if (operation === 'get_checkout' && state.faults.showsPast) {
    return { status: 200, body: show(state, { ...session, status: 'ready_for_complete', orderId: null }) };
  }
  return { status: 200, body: show(state, session) };
}
