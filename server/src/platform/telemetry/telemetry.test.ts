import { describe, expect, it } from 'vitest';
import { metricsBody, nanos } from './otlp.ts';
import { isInSample, readTraceparent, rootOfOrder, traceOfOrder, writeTraceparent } from './span.ts';

describe('traceparent', () => {
  it('is read as it was written, and nothing else is', () => {
    const text = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const context = readTraceparent(text)!;
    expect(writeTraceparent(context)).toBe(text);
    expect(readTraceparent(`00-${'0'.repeat(32)}-b7ad6b7169203331-01`)).toBeNull();
    expect(readTraceparent('anything')).toBeNull();
    expect(readTraceparent(undefined)).toBeNull();
  });
});

it('names the trace of an order by its ID', () => {
  const id = '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52';
  expect(traceOfOrder(id)).toMatch(/^[0-9a-f]{32}$/);
  expect(rootOfOrder(id)).toMatch(/^[0-9a-f]{16}$/);
});

it('keeps a share of the traces, the same ones everywhere', () => {
  expect(isInSample('f'.repeat(32), 1)).toBe(true);
  expect(isInSample(`${'f'.repeat(24)}00000000`, 0)).toBe(false);
  expect(isInSample(`${'f'.repeat(24)}00000001`, 0.5)).toBe(true);
  expect(isInSample('f'.repeat(32), 0.5)).toBe(false);
});

it('tells nanoseconds without losing any', () => {
  expect(nanos(1_787_306_400_000.123)).toBe('1787306400000123000');
});

it('turns the sums of buckets into counts of each', () => {
  const labels = { route: '/orders' };
  const value = (metricName: string, count: number, le?: string) => ({
    metricName,
    value: count,
    labels: { ...labels, ...(le === undefined ? {} : { le }) },
  });
  const metric = {
    name: 'seconds',
    help: 'How long.',
    type: 'histogram',
    values: [
      value('seconds_bucket', 2, '1'),
      value('seconds_bucket', 5, '+Inf'),
      value('seconds_sum', 9),
      value('seconds_count', 5),
    ],
  };
  const body = metricsBody({ 'service.name': 'errand' }, [metric], { startMs: 0, nowMs: 1 });
  const [told] = body.resourceMetrics[0]!.scopeMetrics[0]!.metrics;
  expect(told).toMatchObject({
    name: 'seconds',
    histogram: { dataPoints: [{ count: '5', sum: 9, explicitBounds: [1], bucketCounts: ['2', '3'] }] },
  });
});
