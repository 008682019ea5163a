import { channel } from 'node:diagnostics_channel';
import { type Active, activeSpan, startSpan } from './telemetry.ts';

interface RequestMessage {
  request: { origin?: string | URL | null; method: string };
  /** Set once the response arrives. */
  response: { statusCode: number };
}

const isRequestMessage = (message: unknown): message is RequestMessage =>
  typeof message === 'object' && message !== null && 'request' in message;

/**
 * Creates a span for every outgoing HTTP call, with only host and method: paths and queries may contain private data.
 * Uses the HTTP client's diagnostics channel.
 */
export function watchOutgoingCalls(ratio: number, onEnd: (span: Active) => void): () => void {
  const spans = new WeakMap<object, Active>();
  const end = (request: object, error: string | null) => {
    const span = spans.get(request);
    if (!span) return;
    spans.delete(request);
    span.error = error;
    onEnd(span);
  };
  const onCreate = (message: unknown) => {
    if (!isRequestMessage(message) || !activeSpan()) return;
    const { request } = message;
    const { host } = new URL(String(request.origin));
    const attributes = { 'server.address': host, 'http.request.method': request.method };
    spans.set(request, startSpan({ name: `${request.method} ${host}`, kind: 'client', attributes }, ratio));
  };
  const onHeaders = (message: unknown) => {
    const span = isRequestMessage(message) ? spans.get(message.request) : undefined;
    if (span && isRequestMessage(message)) span.attributes['http.response.status_code'] = message.response.statusCode;
  };
  const onTrailers = (message: unknown) => {
    if (isRequestMessage(message)) end(message.request, null);
  };
  const onError = (message: unknown) => {
    if (isRequestMessage(message)) end(message.request, 'The call failed.');
  };
  const listeners = {
    'undici:request:create': onCreate,
    'undici:request:headers': onHeaders,
    'undici:request:trailers': onTrailers,
    'undici:request:error': onError,
  };
  for (const [name, listener] of Object.entries(listeners)) channel(name).subscribe(listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) channel(name).unsubscribe(listener);
  };
}
