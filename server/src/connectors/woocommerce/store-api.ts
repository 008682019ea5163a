import type { Clock } from '../../kit/clock.ts';
import type { Blocked, Call, Unreachable } from '../contract.ts';
import type { Store } from '../store.ts';
import { blockedBy, jsonOf, type StoreClient, type StoreReply } from '../store-client.ts';

/** What the shop refused, in its own words. A 409 carries the cart as it is now. */
export interface ShopError {
  status: number;
  code: string;
  message: string;
  cart: unknown;
}

export type ShopReply =
  | { kind: 'data'; data: unknown; headers: Record<string, string> }
  | { kind: 'refused'; error: ShopError }
  | { kind: 'failed'; blocked: Blocked; wasSent: boolean };

/**
 * A visit to the shop. Its cart is known by the `Cart-Token` that the shop hands out: with it neither a cookie nor a
 * nonce is needed. Every answer may bring a newer token for the same cart.
 */
export interface Visit {
  readonly cartToken: string | null;
  ask(method: 'GET' | 'POST', path: string, call: Call, body?: unknown): Promise<ShopReply>;
}

export interface StoreApi {
  visit(cartToken?: string | null): Visit;
}

/** The keyless interface that WooCommerce offers to storefronts. */
export function createStoreApi(
  store: Pick<Store, 'url' | 'apiUrl'>,
  { client, clock }: { client: StoreClient; clock: Clock },
): StoreApi {
  const base = `${store.apiUrl ?? store.url}/wp-json/wc/store/v1`;
  return {
    visit(known = null) {
      let cartToken = known;
      return {
        get cartToken() {
          return cartToken;
        },
        async ask(method, path, call, body) {
          const cart: Record<string, string> = cartToken === null ? {} : { 'Cart-Token': cartToken };
          const headers = { accept: 'application/json', ...cart };
          const json = method === 'POST' ? { json: body ?? {} } : {};
          const reply = await client.send({ method, url: `${base}${path}`, headers, ...json }, call);
          if (reply.kind === 'answered') cartToken = reply.headers['cart-token'] || cartToken;
          return readReply(reply, clock.now());
        },
      };
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
  if (reply.status < 300) return { kind: 'data', data: body, headers: reply.headers };
  const { code, message, data } = body as { code?: unknown; message?: unknown; data?: { cart?: unknown } | null };
  if (typeof code !== 'string') return { kind: 'failed', blocked: strange, wasSent };
  const words = typeof message === 'string' ? message.replace(/<[^>]*>/g, '').trim() : '';
  return { kind: 'refused', error: { status: reply.status, code, message: words || code, cart: data?.cart } };
}

export const strange: Blocked = {
  kind: 'blocked',
  reason: 'retailer_unavailable',
  message: "The store's answer was not that of a WooCommerce shop.",
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
