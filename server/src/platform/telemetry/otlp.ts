import type { Attributes, Span, SpanContext, SpanKind } from './span.ts';

const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 };

const anyValue = (value: string | number | boolean) => {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};

export const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));

/** Nanoseconds as text: a float cannot hold them. */
export const nanos = (ms: number): string => `${BigInt(Math.round(ms * 1000)) * 1000n}`;

const linkOf = ({ traceId, spanId }: SpanContext) => ({ traceId, spanId });

const spanOf = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId === null ? {} : { parentSpanId: span.parentId }),
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: nanos(span.startMs),
  endTimeUnixNano: nanos(span.endMs),
  attributes: attributesOf(span.attributes),
  links: span.links.map(linkOf),
  status: span.error === null ? { code: 0 } : { code: 2, message: span.error },
});

export const tracesBody = (resource: Attributes, spans: readonly Span[]) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [{ scope: { name: 'errand' }, spans: spans.map(spanOf) }],
    },
  ],
});

/** As the metrics registry reports them. */
export interface MetricReading {
  name: string;
  help: string;
  type: string;
  values: readonly { value: number; labels: Record<string, string | number | undefined>; metricName?: string }[];
}

const labelsOf = (labels: MetricReading['values'][number]['labels']): Attributes =>
  Object.fromEntries(Object.entries(labels).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

interface Times {
  startMs: number;
  nowMs: number;
}

const pointOf = (entry: MetricReading['values'][number], { startMs, nowMs }: Times) => ({
  attributes: attributesOf(labelsOf(entry.labels)),
  startTimeUnixNano: nanos(startMs),
  timeUnixNano: nanos(nowMs),
  asDouble: entry.value,
});

function histogramPoints(metric: MetricReading, { startMs, nowMs }: Times) {
  const points = new Map<
    string,
    { labels: Attributes; bounds: number[]; sums: number[]; sum: number; count: number }
  >();
  for (const { value, labels, metricName = '' } of metric.values) {
    const { le, ...rest } = labelsOf(labels);
    const key = JSON.stringify(rest);
    const point = points.get(key) ?? { labels: rest, bounds: [], sums: [], sum: 0, count: 0 };
    points.set(key, point);
    if (metricName.endsWith('_sum')) point.sum = value;
    else if (metricName.endsWith('_count')) point.count = value;
    else {
      if (le !== '+Inf') point.bounds.push(Number(le));
      point.sums.push(value);
    }
  }
  return [...points.values()].map(({ labels, bounds, sums, sum, count }) => ({
    attributes: attributesOf(labels),
    startTimeUnixNano: nanos(startMs),
    timeUnixNano: nanos(nowMs),
    count: String(count),
    sum,
    explicitBounds: bounds,
    // The registry's buckets are cumulative; OTLP's are not.
    bucketCounts: sums.map((value, index) => String(value - (sums[index - 1] ?? 0))),
  }));
}

const cumulative = 2;

function metricOf(metric: MetricReading, times: Times) {
  const named = { name: metric.name, description: metric.help };
  if (metric.type === 'histogram') {
    return { ...named, histogram: { aggregationTemporality: cumulative, dataPoints: histogramPoints(metric, times) } };
  }
  const dataPoints = metric.values.map((entry) => pointOf(entry, times));
  if (metric.type === 'counter')
    return { ...named, sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints } };
  return { ...named, gauge: { dataPoints } };
}

export const metricsBody = (resource: Attributes, metrics: readonly MetricReading[], times: Times) => ({
  resourceMetrics: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeMetrics: [
        {
          scope: { name: 'errand' },
          metrics: metrics.filter(({ type }) => type !== 'summary').map((metric) => metricOf(metric, times)),
        },
      ],
    },
  ],
});
