import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  isInSample,
  newSpanId,
  newTraceId,
  rootOfOrder,
  type Span,
  type SpanContext,
  type SpanKind,
  traceOfOrder,
} from './span.ts';

export interface TelemetryOptions {
  /** The collector's URL without a path. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Share of traces to keep, from 0 to 1. */
  ratio: number;
  metricsEveryMs: number;
}

export interface SpanStart {
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
  /** Puts the span in the order's trace. */
  orderId?: string | undefined;
  /** The caller, from its traceparent header. */
  caller?: SpanContext | null;
}

export interface Active extends Span {
  /** Measures nothing inside. */
  isQuiet?: boolean;
}

const current = new AsyncLocalStorage<Active | null>();

export const activeSpan = (): Active | null => current.getStore() ?? null;

/** Runs work without measuring it, such as the export of measurements. */
export const unmeasured = <T>(work: () => T): T => current.run(null, work);

export function runIn<T>(span: Active, work: () => T): T {
  return current.run(span, work);
}

/** Starts a span under the active one, or in the trace of its order, its caller, or a new one. */
export function startSpan({ name, kind, attributes = {}, orderId, caller = null }: SpanStart, ratio: number): Active {
  const parent = activeSpan();
  const ofOrder = orderId === undefined ? null : { traceId: traceOfOrder(orderId), spanId: rootOfOrder(orderId) };
  const above = ofOrder && parent?.traceId !== ofOrder.traceId ? ofOrder : (parent ?? caller ?? ofOrder);
  const traceId = above?.traceId ?? newTraceId();
  return {
    traceId,
    spanId: newSpanId(),
    isSampled: caller && above === caller ? caller.isSampled : isInSample(traceId, ratio),
    parentId: above?.spanId ?? null,
    name,
    kind,
    startMs: performance.timeOrigin + performance.now(),
    endMs: 0,
    attributes,
    links: [],
    error: null,
  };
}

/** The active request created this order: it becomes the first span of the order's trace, linked to its caller's. */
export function recordOrder(orderId: string): void {
  const span = activeSpan();
  if (span?.kind !== 'server') return;
  const traceId = traceOfOrder(orderId);
  if (span.traceId === traceId) return;
  if (span.parentId !== null)
    span.links.push({ traceId: span.traceId, spanId: span.parentId, isSampled: span.isSampled });
  span.traceId = traceId;
  span.spanId = rootOfOrder(orderId);
  span.parentId = null;
}
