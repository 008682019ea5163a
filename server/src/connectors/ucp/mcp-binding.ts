import { listOf } from '../../kit/fields.ts';
import type { StoreReply } from '../store-client.ts';
import type { Asking, BoundRequest, Operation } from './operation.ts';
import type { Profile } from './profile.ts';

const catalog: readonly Operation[] = ['search_catalog', 'lookup_catalog', 'get_product'];

/** UCP's operations are tools of the same names; what they work on is named by `id`, what is said stands beside it. */
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

/** The tool's result; `{rpcError}` when the call itself was refused; undefined when it is not JSON-RPC. */
export function unwrapMcp({ text, headers }: Extract<StoreReply, { kind: 'answered' }>): unknown {
  const isStream = headers['content-type']?.includes('text/event-stream') ?? false;
  const last = text.split('\n').findLast((line) => line.startsWith('data:'));
  const envelope = parse(isStream ? (last?.slice('data:'.length) ?? '') : text);
  if (!isObject(envelope)) return undefined;
  if (isObject(envelope.error)) return { rpcError: String(envelope.error.message ?? 'The request was rejected.') };
  if (!isObject(envelope.result)) return undefined;
  if (isObject(envelope.result.structuredContent)) return envelope.result.structuredContent;
  const [first] = listOf(envelope.result.content);
  return isObject(first) && typeof first.text === 'string' ? parse(first.text) : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
