import { describe, expect, it } from 'vitest';
import { blockedBy, retryAfterMsOf, type StoreReply, unreachableBy } from './store-client.ts';

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
