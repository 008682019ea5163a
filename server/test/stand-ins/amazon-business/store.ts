import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { type Clock, systemClock } from '../../../src/kit/clock.ts';
import { fieldsOf, jsonIn } from '../../../src/kit/fields.ts';
import { portOf } from '../../../src/platform/port.ts';
import { createReport, listInvoices, sendFile, shipmentReport, showDocument, showReport } from './invoices.ts';
import { isTrial, placeOrder, report, showOrder, trackParcel } from './orders.ts';
import { serveProducts } from './products.ts';
import { type Behavior, errorBody, type Fault, type Operation, ordinary, type Reply, type State } from './state.ts';

export const amazonCredentials = {
  client_id: 'amzn1.application-oa2-client.1',
  client_secret: 'amzn1.oa2-cs.v1.secret',
  refresh_token: 'Atzr|grant',
};

/** Amazon Business, as its published models describe it: tokens, limits, products, orders, parcels and reports. */
export async function startAmazonStandIn(clock: Clock = systemClock) {
  const state: State = {
    clock,
    origin: '',
    behavior: { ...ordinary },
    orders: [],
    seen: [],
    tokens: new Map(),
    strayInvoices: [],
    strayShipments: [],
    papers: new Map(),
    buckets: new Map(),
    refused: [],
    faults: [],
  };
  const server = createServer((request, response) => {
    void readText(request).then((text) => respond(state, request, response, text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.origin = `http://127.0.0.1:${portOf(server)}`;
  return {
    origin: state.origin,
    tokenUrl: `${state.origin}/auth/o2/token`,
    state,
    behave(behavior: Partial<Behavior> = {}) {
      state.behavior = { ...ordinary, ...behavior };
      state.faults.length = 0;
    },
    /** Each spoils one call of its operation, in this order. */
    spoil(operation: Operation, ...faults: Fault[]) {
      state.faults.push(...faults.map((fault) => ({ operation, fault })));
    },
    seen: (operation: Operation) => state.seen.filter((call) => call.operation === operation),
    /** How often the books say that this was sold. */
    soldUnder: (reference: string): number =>
      state.orders.filter(({ purchaseOrderNumber }) => purchaseOrderNumber === reference).length,
    advance(orderId: string) {
      const order = state.orders.find((known) => known.orderId === orderId);
      if (order) order.steps += 1;
    },
    /** A person buys on Amazon's site. */
    buyByHand(purchaseOrderNumber: string) {
      const orderId = `113-${String(state.orders.length).padStart(7, '0')}-7777777`;
      const result = { lineItems: [], acceptanceArtifacts: [], rejectionArtifacts: [] };
      const placedAt = state.clock.now();
      const more = { externalId: orderId, total: 4242, steps: 0, isCanceled: false };
      state.orders.push({ ...more, purchaseOrderNumber, orderId, placedAt, result });
      return orderId;
    },
    /** All tokens expire at once, as when consent is renewed. */
    endTokens: () => state.tokens.clear(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function respond(state: State, request: IncomingMessage, response: ServerResponse, text: string): void {
  const url = new URL(request.url ?? '/', state.origin);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const body = fieldsOf(jsonIn(text));
  const operation = operationOf(request.method ?? 'GET', url, isTrial(body));
  if (operation === null) return void response.writeHead(404).end('{}');
  const seen = { operation, at: Date.now(), path: url.pathname + url.search, headers, body };
  state.seen.push(seen);
  const fault = state.chooseFault ? state.chooseFault(seen) : nextFault(state, operation);
  if (fault === 'lost before') return void response.destroy();
  const refusal = throttle(state, operation) ?? spoiled(fault);
  const reply = refusal ?? serve(state, operation, url, headers, { text, body });
  if (fault === 'lost after') return void response.destroy();
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    'x-amzn-requestid': 'r-1',
    ...limitHeader(state),
    ...reply.headers,
  });
  const inCurrency = (name: string, value: unknown): unknown =>
    name === 'currencyCode' ? state.behavior.currency : value;
  response.end(reply.bytes ?? reply.text ?? JSON.stringify(reply.body, inCurrency));
}

function nextFault({ faults }: State, operation: Operation): Fault | null {
  const place = faults.findIndex((planned) => planned.operation === operation);
  return place < 0 ? null : (faults.splice(place, 1)[0]?.fault ?? null);
}

function operationOf(method: string, url: URL, isTried: boolean): Operation | null {
  const path = url.pathname;
  if (path === '/auth/o2/token') return 'token';
  if (path === '/ordering/2022-10-30/orders') return method === 'POST' ? (isTried ? 'trial' : 'order') : null;
  if (path.startsWith('/ordering/2022-10-30/orders/')) return 'details';
  if (path.startsWith('/ab-tracking/2025-07-02/')) return 'tracking';
  if (path === '/reports/2025-06-09/shipmentLineItemReports') return 'shipments';
  if (path.startsWith('/reports/2025-06-09/')) return 'reports';
  if (path === '/reconciliation/2021-01-08/invoices') return method === 'POST' ? 'invoices' : null;
  if (path === '/reports/2021-09-30/reports') return method === 'POST' ? 'createReport' : null;
  if (path.startsWith('/reports/2021-09-30/reports/')) return 'getReport';
  if (path.startsWith('/reports/2021-09-30/documents/')) return 'getReportDocument';
  if (path.startsWith('/files/')) return 'file';
  if (!path.startsWith('/products/2020-08-26/products')) return null;
  if (path.endsWith('/products')) return 'search';
  return path.endsWith('/offers') ? 'offers' : 'product';
}

const spoiled = (fault: Fault | null): Reply | null => {
  if (fault === 'missing page') return { status: 404, body: null, text: '<html>Page not found</html>' };
  if (fault === 'denied page') return { status: 403, body: null, text: '<html>Access denied</html>' };
  if (fault === 'html') return { status: 200, body: null, text: '<html>Sorry! Something went wrong.</html>' };
  return typeof fault === 'number' ? { status: fault, body: errorBody('SERVICE_ERROR') } : null;
};

const limitHeader = ({ behavior: { rate } }: State): Record<string, string> =>
  rate ? { 'x-amzn-ratelimit-limit': String(rate.perSecond) } : {};

/** A bucket for each operation; a trial is an order. */
function throttle(state: State, operation: Operation): Reply | null {
  const { rate, saysRetryAfter } = state.behavior;
  if (!rate || operation === 'token' || operation === 'file') return null;
  const bucket = operation === 'trial' ? 'order' : operation;
  const now = performance.now();
  const known = state.buckets.get(bucket) ?? { tokens: rate.burst, at: now };
  const tokens = Math.min(rate.burst, known.tokens + ((now - known.at) / 1000) * rate.perSecond);
  const isAllowed = tokens >= 1;
  state.buckets.set(bucket, { tokens: isAllowed ? tokens - 1 : tokens, at: now });
  if (isAllowed) return null;
  state.refused.push(operation);
  const headers: Record<string, string> = saysRetryAfter ? { 'retry-after': '1' } : {};
  return { status: 429, body: errorBody('REQUEST_RATE_LIMIT_EXCEEDED'), headers };
}

interface Sent {
  text: string;
  body: Record<string, unknown>;
}

function serve(state: State, operation: Operation, url: URL, headers: Record<string, string>, sent: Sent): Reply {
  if (operation === 'token') return exchange(state, new URLSearchParams(sent.text));
  if (operation === 'file') return sendFile(state, url, headers);
  const until = state.tokens.get(headers['x-amz-access-token'] ?? '');
  const isDated = /^\d{8}T\d{6}Z$/.test(headers['x-amz-date'] ?? '');
  if (until === undefined || until < Date.now() || !isDated) return { status: 403, body: errorBody('UNAUTHORIZED') };
  const last = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
  switch (operation) {
    case 'order':
    case 'trial':
      return placeOrder(state, sent.body);
    case 'details':
      return showOrder(state, last, headers);
    case 'tracking':
      return trackParcel(state, decodeURIComponent(url.pathname.split('/')[4] ?? ''));
    case 'reports':
      return report(state, url);
    case 'shipments':
      return shipmentReport(state, url);
    case 'invoices':
      return listInvoices(state, sent.body);
    case 'createReport':
      return createReport(state, sent.body);
    case 'getReport':
      return showReport(state, last);
    case 'getReportDocument':
      return showDocument(state, last);
    default:
      return serveProducts(state, url, headers);
  }
}

/** Login with Amazon. */
function exchange(state: State, form: URLSearchParams): Reply {
  if (form.get('grant_type') !== 'refresh_token' || form.get('refresh_token') !== amazonCredentials.refresh_token) {
    return { status: 400, body: { error: 'invalid_grant', error_description: 'The grant is not valid.' } };
  }
  const { client_id: id, client_secret: secret } = amazonCredentials;
  if (form.get('client_id') !== id || form.get('client_secret') !== secret) {
    return { status: 401, body: { error: 'invalid_client', error_description: 'The client is not known.' } };
  }
  const token = `Atza|${state.tokens.size + 1}-${Math.random()}`;
  state.tokens.set(token, Date.now() + state.behavior.tokenSeconds * 1000);
  const more = { token_type: 'bearer', refresh_token: amazonCredentials.refresh_token };
  return { status: 200, body: { access_token: token, expires_in: state.behavior.tokenSeconds, ...more } };
}
