import { jsonIn } from '../kit/fields.ts';
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
  /** The store's own rate limit, and the turn in its queue. */
  quota?: StoreQuota;
  /** The response shows what the store has sold or will sell, so it must not come from a cache. */
  isFresh?: boolean;
}

export interface StoreQuota extends Quota {
  /** Holder of a reserved turn (`StoreClient.joinQueue`). */
  holder?: string;
  /** Maximum wait for the turn. Default: the response timeout. */
  patienceMs?: number;
  /** Response header with the allowed calls per second. */
  rateHeader?: string;
}

/**
 * The reply to a request. `wasSent: false`: it was never sent, so it can't have bought anything. `cached`: a cache's page
 * that may be out of date.
 */
export type StoreReply =
  | { kind: 'answered'; status: number; headers: Record<string, string>; text: string }
  | { kind: 'unreachable'; message: string; wasSent: boolean; retryAfterMs?: number; cached?: StorePage };

interface StorePage {
  status: number;
  text: string;
}

/** A file. Null: it is longer than allowed. */
export type StoreFile =
  | { kind: 'answered'; status: number; bytes: Buffer | null }
  | { kind: 'unreachable'; message: string };

/**
 * A connector's only way to a store's API. It refuses private addresses unless allowed, obeys `per_minute` across all
 * processes and `timeout_seconds`, and doesn't follow redirects. Throws only if `call.signal` aborts.
 */
export interface StoreClient {
  send(request: StoreRequest, call: Call): Promise<StoreReply>;
  /** Reads a file that the store links to, on any public host, without credentials. */
  download?(url: string, bytesMax: number, call: Call): Promise<StoreFile>;
  /** Reserves consecutive turns across all processes. Returns milliseconds until the first. Absent without queues. */
  joinQueue?(quota: Quota, holders: readonly string[]): Promise<number>;
}

/** Parses `Retry-After` (seconds or a date) to milliseconds. */
export function retryAfterMsOf(headers: Record<string, string>, now: Date): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 24 * 3_600_000) : undefined;
}

/**
 * Refusals (4xx) after which the store may still execute the request: a timeout, a conflict with a running request, a
 * request that may come again.
 */
const stillRunning: ReadonlySet<number> = new Set([408, 409, 425]);
export const mayStillRun = (status: number): boolean => stillRunning.has(status);

/** The block behind a reply: rate limit (429), outage (5xx) or no response. Null: none. */
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

const cacheHeaders = [
  'cache-status',
  'cf-cache-status',
  'x-cache',
  'x-cache-status',
  'x-litespeed-cache',
  'x-nginx-cache',
  'x-proxy-cache',
  'x-varnish-cache',
];

/** Caches round the age to whole seconds. */
const ageSlackMs = 1_000;

/** The highest age in seconds, if several caches state one. */
const ageOf = (text: string): number => Math.max(0, ...(text.match(/\d+/g) ?? []).map(Number));

/** Not a copy that the cache compared with the store (`TCP_REFRESH_HIT`) or replaced (`fwd=stale`). */
const cachedCopy = /(?<![a-z])(?:(?<!refresh_)hit|(?<!fwd=)stale|updating)(?![a-z])/i;

/** Whether a response is older than its request, because a cache in front of the store answered. */
export const isFromCache = (headers: Record<string, string>, tookMs: number): boolean =>
  ageOf(headers.age ?? '') * 1000 > tookMs + ageSlackMs ||
  cacheHeaders.some((name) => cachedCopy.test(headers[name] ?? ''));

type JsonReply =
  | { kind: 'json'; status: number; headers: Record<string, string>; body: object }
  | { kind: 'failed'; problem: StoreProblem; wasSent: boolean };

/** The JSON object or array in the reply. `otherwise`: the problem to report for anything else. */
export function jsonReply(reply: StoreReply, now: Date, otherwise: StoreProblem): JsonReply {
  const blocked = blockedBy(reply, now);
  const body = reply.kind === 'answered' ? jsonIn(reply.text) : undefined;
  if (reply.kind !== 'answered' || blocked || typeof body !== 'object' || body === null) {
    return { kind: 'failed', problem: blocked ?? otherwise, wasSent: reply.kind === 'answered' || reply.wasSent };
  }
  return { kind: 'json', status: reply.status, headers: reply.headers, body };
}

/** As `blockedBy`, for calls that only read. */
export function unreachableBy(reply: StoreReply, now: Date): Unreachable | null {
  const blocked = blockedBy(reply, now);
  return blocked && { kind: 'unreachable', message: blocked.message, ...retry(blocked.retryAfterMs) };
}

const retry = (retryAfterMs: number | undefined) => (retryAfterMs === undefined ? {} : { retryAfterMs });
