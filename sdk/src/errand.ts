import type { Namespaces } from '../generated/namespaces.ts';
import { type Order, operations } from '../generated/operations.ts';
import { buildNamespaces } from './build-namespaces.ts';
import { createOrders, type Orders } from './orders.ts';
import { type Answer, type CallOptions, type ClientOptions, createCall } from './send.ts';

export interface RawRequest extends CallOptions {
  query?: Record<string, string | number | boolean> | undefined;
  body?: unknown;
}

/** The client. Every operation is in a namespace, such as `errand.orders.create(…)`. */
export interface Errand extends Omit<Namespaces, 'orders'> {
  orders: Namespaces['orders'] & Orders;
  /** Calls any path, such as one that this SDK version does not include. A POST is retried only with an `idempotencyKey`. */
  rawRequest<Data = unknown>(method: string, path: string, request?: RawRequest): Promise<Answer<Data>>;
}

function create(options: ClientOptions): object {
  const call = createCall(options);
  const waiting = createOrders(
    async (input, more) => (await call<Order>(operations.getOrder, { ...input }, more)).data,
  );
  const namespaces = buildNamespaces(call, operations);
  return {
    ...namespaces,
    orders: { ...namespaces.orders, ...waiting },
    rawRequest(method: string, path: string, { query = {}, body, ...more }: RawRequest = {}) {
      const takesKey = more.idempotencyKey !== undefined;
      const isRepeatable = takesKey || method.toUpperCase() !== 'POST';
      const known = { name: 'rawRequest', method: method.toUpperCase(), path, query: Object.keys(query) };
      return call({ ...known, isRepeatable, takesKey }, { ...query, body }, more);
    },
  };
}

/** `new Errand({ baseUrl, apiKey })` creates a client. */
export const Errand = class {
  constructor(options: ClientOptions) {
    Object.assign(this, create(options));
  }
} as new (
  options: ClientOptions,
) => Errand;
