import type { Quota } from '../platform/turn-queue.ts';
import type { Blocked, Call, Unreachable } from './contract.ts';
import type { StoreProblem } from './refuse.ts';

export interface StoreRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string | URL;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: string;
  /** The store's own limit on this kind of call, and the turn in its queue that the call uses. */
  quota?: StoreQuota;
}

export interface StoreQuota extends Quota {
  /** Whose turn it is, where one was kept (`StoreClient.joinQueue`). */
  holder?: string;
  /** How long the call may wait for its turn; as long as an answer may take, unless it says otherwise. */
  patienceMs?: number;
  /** The header in which the store says how many calls a second it allows. */
  rateHeader?: string;
}

/**
 * What came of a request to a store. `wasSent: false` says that it provably never left (refused address, limit of the
 * store, no connection): nothing can have been bought by it.
 */
export type StoreReply =
  | { kind: 'answered'; status: number; headers: Record<string, string>; text: string }
  | { kind: 'unreachable'; message: string; wasSent: boolean; retryAfterMs?: number };

/**
 * The only way from a connector to a store's API: never to private addresses unless the operator allows it, never
 * faster than the store's `per_minute` in all processes together, never longer than its `timeout_seconds`. Redirects
 * are answers; they are not followed. It does not throw unless `call.signal` aborts.
 */
export interface StoreClient {
  send(request: StoreRequest, call: Call): Promise<StoreReply>;
  /**
   * Keeps turns for calls to come, one right after the other, over all processes. Milliseconds until the first of them.
   * A client without queues has none to wait in.
   */
  joinQueue?(quota: Quota, holders: readonly string[]): Promise<number>;
}

/** The body as JSON; undefined when it is not JSON (a store in trouble answers with a page). */
export function jsonOf(reply: Extract<StoreReply, { kind: 'answered' }>): unknown {
  try {
    return JSON.parse(reply.text);
  } catch {
    return undefined;
  }
}

/** What a store says in `Retry-After` (seconds or a date), in milliseconds. */
export function retryAfterMsOf(headers: Record<string, string>, now: Date): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 24 * 3_600_000) : undefined;
}

/** Why the store could not be used, if that is what the reply says: limits (429), its own trouble (5xx), no answer. */
export function blockedBy(reply: StoreReply, now: Date): Blocked | null {
  if (reply.kind === 'unreachable') {
    const reason = reply.retryAfterMs === undefined ? 'retailer_unavailable' : 'retailer_rate_limited';
    return { kind: 'blocked', reason, message: reply.message, ...retry(reply.retryAfterMs) };
  }
  if (reply.status !== 429 && reply.status < 500) return null;
  const reason = reply.status === 429 ? 'retailer_rate_limited' : 'retailer_unavailable';
  const message = `The store returned ${reply.status}.`;
  return { kind: 'blocked', reason, message, ...retry(retryAfterMsOf(reply.headers, now)) };
}

type JsonReply =
  | { kind: 'json'; status: number; headers: Record<string, string>; body: object }
  | { kind: 'failed'; trouble: StoreProblem; wasSent: boolean };

/** The object or list in the reply; or why there is none. `strange`: the reply is not what this kind of store answers. */
export function jsonReply(reply: StoreReply, now: Date, strange: StoreProblem): JsonReply {
  const blocked = blockedBy(reply, now);
  const body = reply.kind === 'answered' ? jsonOf(reply) : undefined;
  if (reply.kind !== 'answered' || blocked || typeof body !== 'object' || body === null) {
    return { kind: 'failed', trouble: blocked ?? strange, wasSent: reply.kind === 'answered' || reply.wasSent };
  }
  return { kind: 'json', status: reply.status, headers: reply.headers, body };
}

/** The same for calls that look and do not buy. */
export function unreachableBy(reply: StoreReply, now: Date): Unreachable | null {
  const blocked = blockedBy(reply, now);
  return blocked && { kind: 'unreachable', message: blocked.message, ...retry(blocked.retryAfterMs) };
}

const retry = (retryAfterMs: number | undefined) => (retryAfterMs === undefined ? {} : { retryAfterMs });
