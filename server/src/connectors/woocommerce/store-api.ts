import { randomUUID } from 'node:crypto';
import type { Clock } from '../../kit/clock.ts';
import { fieldsOf, jsonIn } from '../../kit/fields.ts';
import type { Blocked, Call } from '../contract.ts';
import { type StoreProblem, unexpectedAnswer } from '../refuse.ts';
import type { Store } from '../store.ts';
import { jsonReply, retryAfterMsOf, type StoreClient, type StoreReply, type StoreRequest } from '../store-client.ts';
import { plainText } from './plain-text.ts';

/** An error response of the shop. A 409 contains the current cart. */
export interface ShopError {
  status: number;
  code: string;
  message: string;
  cart: unknown;
}

export type ShopReply =
  | { kind: 'data'; data: unknown; headers: Record<string, string> }
  | { kind: 'refused'; error: ShopError }
  | { kind: 'failed'; problem: StoreProblem; wasSent: boolean };

/**
 * A session with a cart, identified by `Cart-Token` instead of cookie and nonce. Every response may renew the token.
 */
export interface ShopSession {
  readonly cartToken: string | null;
  ask(method: 'GET' | 'POST', path: string, call: Call, body?: unknown): Promise<ShopReply>;
}

export interface StoreApi {
  openSession(cartToken?: string | null): ShopSession;
  /** Reads from the REST API of the shop's owner, with a key that the owner gave us. */
  read(path: string, key: OwnerKey, call: Call): Promise<ShopReply>;
}

/** A read-only key of the REST API. */
export interface OwnerKey {
  consumerKey: string;
  consumerSecret: string;
}

const storeApi = '/wc/store/v1';
const ownerApi = '/wc/v3';

export const prettyUrl = (site: string, path: string, api = storeApi): string => `${site}/wp-json${api}${path}`;
/** With plain permalinks, the API path is a query parameter. */
export const plainUrl = (site: string, path: string, api = storeApi): string =>
  `${site}/?rest_route=${api}${path.replace('?', '&')}`;

/** An HTML page from a working server or a cache: the API isn't here. */
export function isForeignPage(reply: StoreReply): boolean {
  const page = reply.kind === 'answered' ? reply : reply.cached;
  return page !== undefined && page.status < 500 && page.status !== 429 && jsonIn(page.text) === undefined;
}

/** WooCommerce's Store API, which needs no key. */
export function createStoreApi(
  store: Pick<Store, 'url' | 'apiUrl'>,
  { client, clock }: { client: StoreClient; clock: Clock },
): StoreApi {
  const site = store.apiUrl ?? store.url ?? '';
  let hasPlainAddresses = false;

  async function send(given: Omit<StoreRequest, 'url'>, path: string, call: Call, api?: string): Promise<StoreReply> {
    const urlOf = hasPlainAddresses ? plainUrl : prettyUrl;
    const isFresh = given.method === 'GET' && !path.startsWith('/products');
    const request = { ...given, isFresh };
    const address = isFresh ? withUniqueAddress(path) : path;
    const reply = await client.send({ ...request, url: urlOf(site, address, api) }, call);
    if (hasPlainAddresses || request.method !== 'GET' || !isForeignPage(reply)) return reply;
    const again = await client.send({ ...request, url: plainUrl(site, address, api) }, call);
    if (again.kind !== 'answered' || isForeignPage(again)) return reply;
    hasPlainAddresses = true;
    return again;
  }

  return {
    async read(path, { consumerKey, consumerSecret }, call) {
      const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
      const headers = { accept: 'application/json', authorization };
      return readReply(await send({ method: 'GET', headers }, path, call, ownerApi), clock.now());
    },
    openSession(known = null) {
      let cartToken = known;
      return {
        get cartToken() {
          return cartToken;
        },
        async ask(method, path, call, body) {
          const cart: Record<string, string> = cartToken === null ? {} : { 'Cart-Token': cartToken };
          const headers = { accept: 'application/json', ...cart };
          const json = method === 'POST' ? { json: body ?? {} } : {};
          const reply = await send({ method, headers, ...json }, path, call);
          if (reply.kind === 'answered') cartToken = reply.headers['cart-token'] || cartToken;
          return readReply(reply, clock.now());
        },
      };
    },
  };
}

/** Shops often run behind a page cache that ignores what a request says about caching. WordPress ignores `_`. */
const withUniqueAddress = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}_=${randomUUID()}`;

function readReply(reply: StoreReply, now: Date): ShopReply {
  const read = jsonReply(reply, now, unexpectedReply);
  if (read.kind === 'failed') return read;
  const { status, headers, body } = read;
  if (status < 300) return { kind: 'data', data: body, headers };
  const { code, message, data } = fieldsOf(body);
  if (typeof code !== 'string') return { kind: 'failed', problem: unexpectedReply, wasSent: true };
  // The shop's rate limit answers 400 before it handles the request.
  if (code === 'rate_limit_exceeded')
    return { kind: 'failed', problem: rateLimitedReply(headers, now), wasSent: false };
  // `params`: errors by parameter.
  const { cart, params } = fieldsOf(data);
  const words = [message, ...Object.values(fieldsOf(params))].filter((text) => typeof text === 'string');
  const said = words.map(plainText).join(' ').trim();
  return { kind: 'refused', error: { status, code, message: said || code, cart } };
}

function rateLimitedReply(headers: Record<string, string>, now: Date): Blocked {
  const wait = headers['ratelimit-retry-after'] ?? headers['retry-after'];
  const retryAfterMs = wait === undefined ? undefined : retryAfterMsOf({ 'retry-after': wait }, now);
  const message = 'The store rate-limited the request.';
  const blocked = { kind: 'blocked' as const, reason: 'retailer_rate_limited' as const, message };
  return retryAfterMs === undefined ? blocked : { ...blocked, retryAfterMs };
}

export const unexpectedReply = unexpectedAnswer('The response is not from a WooCommerce store. Nothing was bought.');

/** The problem behind a failed reply. Only outages and rate limits are retried. */
export function problemOf(reply: ShopReply): StoreProblem {
  if (reply.kind === 'failed') return reply.problem;
  return reply.kind === 'refused'
    ? unexpectedAnswer(`The store rejected the request: ${reply.error.message}`)
    : unexpectedReply;
}
