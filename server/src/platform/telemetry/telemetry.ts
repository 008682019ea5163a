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
  /** Of the collector, without a path. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Which share of the traces is kept, from 0 to 1. */
  ratio: number;
  metricsEveryMs: number;
}

export interface SpanStart {
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
  /** The order that it is about: it belongs to the order's trace then. */
  orderId?: string | undefined;
  /** Who called, as its traceparent says. */
  caller?: SpanContext | null;
}

export interface Active extends Span {
  /** Nothing that happens inside is measured. */
  isQuiet?: boolean;
}

const current = new AsyncLocalStorage<Active | null>();

export const activeSpan = (): Active | null => current.getStore() ?? null;

/** Runs work in which nothing is measured: what sends the measurements themselves. */
export const unmeasured = <T>(work: () => T): T => current.run(null, work);

export function runIn<T>(span: Active, work: () => T): T {
  return current.run(span, work);
}

/** A span under the one that is active, in the trace of its order, of its caller, or of its own. */
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

/** The request that is active made this order: it becomes the first span of the order's trace, and is linked to its caller's. */
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
