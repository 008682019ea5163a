import { describe, expect, it } from 'vitest';
import { blockedBy, isFromCache, retryAfterMsOf, type StoreReply, unreachableBy } from './store-client.ts';

const now = new Date('2026-08-21T12:00:00.000Z');
const answered = (status: number, headers: Record<string, string> = {}, text = '{}') =>
  ({ kind: 'answered', status, headers, text }) satisfies StoreReply;

describe('a store’s response', () => {
  it('is trusted when it sends Retry-After', () => {
    expect(retryAfterMsOf({ 'retry-after': '7' }, now)).toBe(7000);
    expect(retryAfterMsOf({ 'retry-after': 'Fri, 21 Aug 2026 12:00:30 GMT' }, now)).toBe(30_000);
    expect(retryAfterMsOf({ 'retry-after': 'Fri, 21 Aug 2026 11:00:00 GMT' }, now)).toBe(0);
    expect(retryAfterMsOf({ 'retry-after': 'soon' }, now)).toBeUndefined();
    expect(retryAfterMsOf({}, now)).toBeUndefined();
  });

  it('blocks when the store is busy, broken or silent, and only then', () => {
    expect(blockedBy(answered(429, { 'retry-after': '2' }), now)).toMatchObject({
      reason: 'retailer_rate_limited',
      retryAfterMs: 2000,
    });
    expect(blockedBy(answered(503), now)).toEqual({
      kind: 'blocked',
      reason: 'retailer_unavailable',
      message: 'The store returned 503.',
    });
    const silent = { kind: 'unreachable', message: 'No answer.', wasSent: true } as const;
    expect(unreachableBy(silent, now)).toEqual({ kind: 'unreachable', message: 'No answer.' });
    for (const status of [200, 302, 404, 409, 422]) expect(blockedBy(answered(status), now)).toBeNull();
  });
});

describe('a cache in front of a store', () => {
  it.each<[Record<string, string>, number, boolean]>([
    [{}, 0, false],
    [{ age: '' }, 0, false],
    [{ age: 'unknown' }, 0, false],
    [{ age: '0' }, 0, false],
    // Rounded up.
    [{ age: '1' }, 0, false],
    [{ age: '2' }, 0, true],
    [{ age: '2' }, 999, true],
    [{ age: '2' }, 1_000, false],
    [{ age: '12, 0' }, 500, true],
    [{ age: '0, 12' }, 500, true],
    [{ age: '0, 0' }, 0, false],
    [{ 'x-cache': 'TCP_HIT from a1 (AkamaiGHost/9)' }, 0, true],
    [{ 'x-cache': 'TCP_MEM_HIT' }, 0, true],
    [{ 'x-cache': 'TCP_MISS' }, 0, false],
    [{ 'x-cache': 'TCP_REFRESH_HIT from a1 (AkamaiGHost/9)' }, 0, false],
    [{ 'x-cache': 'TCP_REFRESH_MISS' }, 0, false],
    [{ 'x-cache': 'TCP_REFRESH_FAIL_HIT' }, 0, true],
    [{ 'x-cache': 'TCP_REFRESH_HIT, TCP_HIT' }, 0, true],
    [{ 'x-cache': 'TCP_REFRESH_HIT', age: '60' }, 0, true],
    [{ 'x-cache': 'RefreshHit from cloudfront' }, 0, false],
    [{ 'x-cache': 'Hit from cloudfront' }, 0, true],
    [{ 'x-cache': 'HIT, MISS' }, 0, true],
    [{ 'x-cache': 'MISS, MISS' }, 0, false],
    [{ 'cf-cache-status': 'REVALIDATED' }, 0, false],
    [{ 'cf-cache-status': 'EXPIRED' }, 0, false],
    [{ 'cf-cache-status': 'UPDATING' }, 0, true],
    [{ 'x-cache-status': 'REVALIDATED' }, 0, false],
    [{ 'x-cache-status': 'STALE' }, 0, true],
    [{ 'cache-status': 'front; fwd=stale; fwd-status=304; stored' }, 0, false],
    [{ 'cache-status': 'origin; hit, front; fwd=stale' }, 0, true],
    [{ 'cache-status': '"front"; hit; ttl=-5' }, 0, true],
    [{ 'x-proxy-cache': 'white' }, 0, false],
  ])('%j after %i ms: is a copy: %s', (headers, tookMs, expected) => {
    expect(isFromCache(headers, tookMs)).toBe(expected);
  });
});
