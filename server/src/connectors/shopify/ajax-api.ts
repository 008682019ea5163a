import type { Clock } from '../../kit/clock.ts';
import { fieldsOf, jsonIn, textOf } from '../../kit/fields.ts';
import type { Call } from '../contract.ts';
import { type StoreProblem, unexpectedAnswer } from '../refuse.ts';
import type { Store } from '../store.ts';
import { blockedBy, type StoreClient, type StoreReply } from '../store-client.ts';

export type ShopReply =
  | { kind: 'data'; data: Record<string, unknown> }
  | { kind: 'refused'; status: number; message: string }
  | { kind: 'failed'; problem: StoreProblem };

/** A storefront session. The cookie `cart` is the cart's token. */
export interface ShopSession {
  ask(method: 'GET' | 'POST', path: string, call: Call, body?: unknown): Promise<ShopReply>;
}

export interface AjaxApi {
  openSession(cart?: string | null): ShopSession & { readonly cart: string | null };
}

/** Shopify's Ajax API, which needs no key. */
export function createAjaxApi(
  store: Pick<Store, 'url' | 'apiUrl'>,
  { client, clock }: { client: StoreClient; clock: Clock },
): AjaxApi {
  const origin = store.apiUrl ?? store.url;
  return {
    openSession(known = null) {
      let cart = known;
      return {
        get cart() {
          return cart;
        },
        async ask(method, path, call, body) {
          const cookie: Record<string, string> = cart === null ? {} : { cookie: `cart=${cart}` };
          const headers = { accept: 'application/json', ...cookie };
          const json = method === 'POST' ? { json: body ?? {} } : {};
          const isFresh = method === 'GET' && path.startsWith('/cart');
          const reply = await client.send({ method, url: `${origin}${path}`, headers, isFresh, ...json }, call);
          if (reply.kind === 'answered') cart = cartIn(reply.headers) ?? cart;
          const read = readReply(reply, clock.now());
          const { token } = read.kind === 'data' ? read.data : {};
          if (cart === null && path.startsWith('/cart') && typeof token === 'string') cart = encodeURIComponent(token);
          return read;
        },
      };
    },
  };
}

/** Splits several cookies in one header. */
const cartIn = (headers: Record<string, string>): string | null =>
  (headers['set-cookie'] ?? '')
    .split(/[,\n]/)
    .map((cookie) => /^cart=([^;\s]+)/.exec(cookie.trim())?.[1])
    .find((cart) => cart !== undefined) ?? null;

/** Statuses with which Shopify throttles bots. */
const robotStatuses: readonly number[] = [403, 430];

function readReply(reply: StoreReply, now: Date): ShopReply {
  const blocked = blockedBy(reply, now);
  if (blocked || reply.kind !== 'answered') return { kind: 'failed', problem: blocked ?? unexpectedReply };
  const body = jsonIn(reply.text);
  if (robotStatuses.includes(reply.status)) {
    const message = `The store returned ${reply.status}: it is blocking automated requests right now.`;
    return { kind: 'failed', problem: { kind: 'blocked', reason: 'retailer_rate_limited', message } };
  }
  if (reply.status >= 400) {
    const { description, message } = fieldsOf(body);
    const words = textOf(description) ?? textOf(message);
    return { kind: 'refused', status: reply.status, message: words ?? `The store returned ${reply.status}.` };
  }
  // A page instead of JSON: a password page, a challenge, or not Shopify.
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { kind: 'failed', problem: unexpectedReply };
  return { kind: 'data', data: fieldsOf(body) };
}

export const unexpectedReply = unexpectedAnswer('The response is not from a Shopify storefront.');

export function problemOf(reply: ShopReply): StoreProblem {
  if (reply.kind === 'failed') return reply.problem;
  return reply.kind === 'refused' ? unexpectedAnswer(`The store responded: ${reply.message}`) : unexpectedReply;
}
