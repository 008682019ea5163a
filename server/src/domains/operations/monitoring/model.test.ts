import { describe, expect, it } from 'vitest';
import { bucketsOf, dayState, quantileOf, queueStateOf, spans, timeEdges } from './model.ts';

describe('quantileOf', () => {
  it('is null without orders', () => expect(quantileOf(new Map(), 0.5)).toBeNull());

  it('is in the percentile’s bucket', () => {
    const counts = new Map([
      [2, 10],
      [5, 10],
    ]);
    expect(quantileOf(counts, 0.25)).toBeCloseTo(3.5);
    expect(quantileOf(counts, 0.5)).toBeCloseTo(5);
    expect(quantileOf(counts, 0.95)).toBeGreaterThan(20);
    expect(quantileOf(counts, 1)).toBe(30);
  });

  it('returns the last bound for longer times', () => {
    expect(quantileOf(new Map([[timeEdges.length, 3]]), 0.5)).toBe(timeEdges.at(-1));
  });
});

describe('bucketsOf', () => {
  it('ends with the current bucket and has no gaps', () => {
    const now = new Date('2026-08-21T10:07:30.000Z');
    const buckets = bucketsOf(now, spans.hours);
    expect(buckets).toHaveLength(36);
    expect(buckets.at(-1)).toEqual(new Date('2026-08-21T10:05:00.000Z'));
    expect(buckets[0]).toEqual(new Date('2026-08-21T07:10:00.000Z'));
    expect(bucketsOf(now, spans.quarter)[0]).toEqual(new Date('2026-05-24T00:00:00.000Z'));
  });
});

it('distinguishes late jobs from stuck jobs', () => {
  expect([null, 60_000, 60_001, 900_000, 900_001].map(queueStateOf)).toEqual([
    'up',
    'up',
    'degraded',
    'degraded',
    'down',
  ]);
});

it('rates a day by its uptime', () => {
  expect([null, 1, 0.999, 0.99, 0.9].map(dayState)).toEqual(['unknown', 'up', 'up', 'degraded', 'down']);
});
