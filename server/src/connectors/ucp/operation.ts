import { fieldsOf, jsonIn, listOf, textOf } from '../../kit/fields.ts';
import type { StoreReply } from '../store-client.ts';
import type { Profile } from './profile.ts';

export type Operation =
  | 'search_catalog'
  | 'get_product'
  | 'lookup_catalog'
  | 'create_checkout'
  | 'get_checkout'
  | 'update_checkout'
  | 'complete_checkout'
  | 'cancel_checkout'
  | 'get_order';

const changing: readonly Operation[] = ['create_checkout', 'update_checkout', 'complete_checkout', 'cancel_checkout'];

/** These requests always carry an idempotency key. */
export const changesSomething = (operation: Operation): boolean => changing.includes(operation);

export interface Asking {
  id?: string;
  body?: Record<string, unknown>;
  /** The same for every retry. */
  idempotencyKey?: string;
  /** Access token of the customer, instead of the merchant's. */
  bearer?: string;
}

interface BoundRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  body: string | null;
}

const routes: Record<Operation, { method: BoundRequest['method']; path: string }> = {
  search_catalog: { method: 'POST', path: '/catalog/search' },
  lookup_catalog: { method: 'POST', path: '/catalog/lookup' },
  get_product: { method: 'POST', path: '/catalog/product' },
  create_checkout: { method: 'POST', path: '/checkout-sessions' },
  get_checkout: { method: 'GET', path: '/checkout-sessions/{id}' },
  update_checkout: { method: 'PUT', path: '/checkout-sessions/{id}' },
  complete_checkout: { method: 'POST', path: '/checkout-sessions/{id}/complete' },
  cancel_checkout: { method: 'POST', path: '/checkout-sessions/{id}/cancel' },
  get_order: { method: 'GET', path: '/orders/{id}' },
};

export function bindRest({ endpoint }: Profile, operation: Operation, { id, body }: Asking): BoundRequest {
  const { method, path } = routes[operation];
  const url = `${endpoint}${path.replace('{id}', encodeURIComponent(id ?? ''))}`;
  return { method, url, body: method === 'GET' ? null : JSON.stringify(body ?? {}) };
}

const catalog: readonly Operation[] = ['search_catalog', 'lookup_catalog', 'get_product'];

/** UCP operations are MCP tools of the same name. */
export function bindMcp(
  { endpoint }: Profile,
  operation: Operation,
  { id, body, idempotencyKey }: Asking,
  agent: string,
): BoundRequest {
  const meta = {
    'ucp-agent': { profile: agent },
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
  const subject = catalog.includes(operation) ? 'catalog' : 'checkout';
  const args = { meta, ...(id === undefined ? {} : { id }), ...(body === undefined ? {} : { [subject]: body }) };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: operation, arguments: args } };
  return { method: 'POST', url: endpoint, body: JSON.stringify(call) };
}

/** JSON-RPC: not a valid request. After any other error, the store may have executed the call. */
const invalidRequest: ReadonlySet<unknown> = new Set([-32700, -32600, -32601, -32602]);

/** The tool's result, `{rpcError}` if the call was rejected, or undefined if it isn't JSON-RPC or the call failed. */
export function unwrapMcp({ text, headers }: Extract<StoreReply, { kind: 'answered' }>): unknown {
  const isStream = headers['content-type']?.includes('text/event-stream') ?? false;
  const last = text.split('\n').findLast((line) => line.startsWith('data:'));
  const { error, result } = fieldsOf(jsonIn(isStream ? (last?.slice('data:'.length) ?? '') : text));
  if (typeof error === 'object' && error !== null) {
    if (!invalidRequest.has(fieldsOf(error).code)) return undefined;
    return { rpcError: String(fieldsOf(error).message ?? 'The request was rejected.') };
  }
  const { structuredContent, content } = fieldsOf(result);
  if (typeof structuredContent === 'object' && structuredContent !== null) return structuredContent;
  return jsonIn(textOf(fieldsOf(listOf(content)[0]).text) ?? '');
}
