import { randomBytes } from 'node:crypto';

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';
export type Attributes = Record<string, string | number | boolean>;

export interface SpanContext {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

export interface Span extends SpanContext {
  parentId: string | null;
  name: string;
  kind: SpanKind;
  startMs: number;
  endMs: number;
  attributes: Attributes;
  links: SpanContext[];
  error: string | null;
}

export const newSpanId = (): string => randomBytes(8).toString('hex');
export const newTraceId = (): string => randomBytes(16).toString('hex');

const parentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Parses a `traceparent` header (W3C Trace Context); null if it is invalid. */
export function readTraceparent(text: string | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = parentPattern.exec(text ?? '') ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const writeTraceparent = ({ traceId, spanId, isSampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`;

/**
 * An order's trace id is its order id, so the request, every job and every store call find the trace without storing
 * anything. The first span, the request that created the order, is named by the id as well.
 */
export const traceOfOrder = (orderId: string): string => orderId.replaceAll('-', '').toLowerCase();
export const rootOfOrder = (orderId: string): string => `e${traceOfOrder(orderId).slice(-15)}`;

/** Every process keeps the same traces, whichever spans it sees. */
export function isInSample(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) / 0xffffffff <= ratio && ratio > 0;
}
