import type { Clock } from '../../kit/clock.ts';
import { fieldsOf } from '../../kit/fields.ts';
import type { Blocked, Call, Unreachable } from '../contract.ts';
import type { Store } from '../store.ts';
import { blockedBy, jsonOf, type StoreClient, type StoreReply } from '../store-client.ts';
import { publishableKeyOf } from './settings.ts';

/** What the shop refused, in its own words. */
export interface ShopError {
  status: number;
  type: string;
  code: string | null;
  message: string;
}

export type ShopReply =
  | { kind: 'data'; data: Record<string, unknown> }
  | { kind: 'refused'; error: ShopError }
  | { kind: 'failed'; blocked: Blocked; wasSent: boolean };

export interface StoreApi {
  ask(method: 'GET' | 'POST' | 'DELETE', path: string, call: Call, more?: Asking): Promise<ShopReply>;
}

interface Asking {
  body?: unknown;
  /** The customer's session. */
  token?: string | null;
}

interface Needs {
  client: StoreClient;
  clock: Clock;
}

/** The interface that a Medusa shop offers to its storefront. */
export function createStoreApi(store: Pick<Store, 'url' | 'apiUrl' | 'settings'>, { client, clock }: Needs): StoreApi {
  const origin = store.apiUrl ?? store.url;
  const key = publishableKeyOf(store);
  return {
    async ask(method, path, call, { body, token } = {}) {
      const session: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
      const headers = { accept: 'application/json', 'x-publishable-api-key': key, ...session };
      const json = method === 'POST' ? { json: body ?? {} } : {};
      return readReply(await client.send({ method, url: `${origin}${path}`, headers, ...json }, call), clock.now());
    },
  };
}

function readReply(reply: StoreReply, now: Date): ShopReply {
  const wasSent = reply.kind === 'answered' || reply.wasSent;
  const blocked = blockedBy(reply, now);
  const body = reply.kind === 'answered' ? jsonOf(reply) : undefined;
  if (reply.kind !== 'answered' || blocked || typeof body !== 'object' || body === null) {
    return { kind: 'failed', blocked: blocked ?? strange, wasSent };
  }
  const data = fieldsOf(body);
  if (reply.status < 300) return { kind: 'data', data };
  const { type, code, message } = data;
  if (typeof type !== 'string' || typeof message !== 'string') return { kind: 'failed', blocked: strange, wasSent };
  const error = { status: reply.status, type, code: typeof code === 'string' ? code : null, message };
  return { kind: 'refused', error };
}

export const strange: Blocked = {
  kind: 'blocked',
  reason: 'retailer_unavailable',
  message: "The store's answer was not that of a Medusa shop.",
};

/** What a reply says that is no use: trouble of the store, which may be tried again. */
export function troubleOf(reply: ShopReply): Blocked {
  if (reply.kind === 'failed') return reply.blocked;
  return reply.kind === 'refused' ? { ...strange, message: `The store answered: ${reply.error.message}` } : strange;
}

export const unreachableFrom = ({ message, retryAfterMs }: Blocked): Unreachable => ({
  kind: 'unreachable',
  message,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
