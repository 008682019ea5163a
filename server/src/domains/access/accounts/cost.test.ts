import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { requestCostOf } from './cost.ts';

const rate = { perSecond: 50, burst: 100 };
const mebibyte = 1024 * 1024;
const request = (headers: Record<string, string>, bodyLimit: number, query: Record<string, string> = {}) =>
  ({ headers, query, routeOptions: { bodyLimit } }) as unknown as FastifyRequest;

it.each([
  ['no body', {}, mebibyte, 1],
  ['an ordinary order', { 'content-length': '2000' }, mebibyte, 1],
  ['a mebibyte', { 'content-length': String(mebibyte) }, mebibyte, 5],
  ['a body above the limit, which is not read', { 'content-length': '9000000000' }, mebibyte, 5],
  ['the largest batch', { 'content-length': String(16 * mebibyte) }, 16 * mebibyte, 65],
  ['a batch that does not tell its length', { 'transfer-encoding': 'chunked' }, 16 * mebibyte, 65],
  ['a small body that does not tell its length', { 'transfer-encoding': 'chunked' }, mebibyte, 1],
])('%s counts for so many requests', (_name, headers, bodyLimit, cost) => {
  expect(requestCostOf(request(headers, bodyLimit), rate)).toBe(cost);
});

it("never costs more than a caller's burst", () => {
  const large = request({ 'content-length': String(16 * mebibyte) }, 16 * mebibyte);
  expect(requestCostOf(large, { perSecond: 5, burst: 10 })).toBe(10);
  expect(requestCostOf(large, { perSecond: 0, burst: 0 })).toBe(1);
});

it.each([
  ['an ordinary page', {}, 1],
  ['a short page', { limit: '99' }, 1],
  ['a long page', { limit: '200' }, 3],
  ['a page above the limit, which is refused', { limit: '1e300' }, 11],
  ['a page of less than nothing, which is refused', { limit: '-200' }, 1],
  ['a page of something else', { limit: 'all' }, 1],
])('%s counts for so many requests', (_name, query, cost) => {
  expect(requestCostOf(request({}, mebibyte, query as Record<string, string>), rate)).toBe(cost);
});

it('a negative page size does not lower the cost of a body', () => {
  expect(requestCostOf(request({ 'content-length': String(mebibyte) }, mebibyte, { limit: '-1000000' }), rate)).toBe(5);
});
