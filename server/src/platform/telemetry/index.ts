import type { FastifyInstance } from 'fastify';
import { type Exporter, startExporter } from './exporter.ts';
import type { MetricReading } from './otlp.ts';
import { watchOutgoingCalls } from './outgoing-calls.ts';
import { readTraceparent } from './span.ts';
import { type Active, recordOrder, runIn, type SpanStart, startSpan, type TelemetryOptions } from './telemetry.ts';

/** Traces and metrics for an OpenTelemetry collector. */
export interface Telemetry {
  /** Runs work in its own span. */
  inSpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T>;
  /** The active request created this order: it joins the order's trace. */
  recordOrder(orderId: string): void;
  /** Creates a span for every request, named by its route, never by its path. */
  install(app: FastifyInstance): void;
  stop(): Promise<void>;
}

interface Needs extends TelemetryOptions {
  logger: { warn(details: object, message: string): void };
  readMetrics(): Promise<readonly MetricReading[]>;
}

export function startTelemetry(needs: Needs): Telemetry {
  const exporter = startExporter(needs);
  const unwatch = watchOutgoingCalls(needs.ratio, (span) => end(exporter, span));
  return {
    async inSpan(start, work) {
      const span = startSpan(start, needs.ratio);
      try {
        return await runIn(span, work);
      } catch (error) {
        // Error messages may contain personal data: the error's name is enough to find it in the log.
        span.error = error instanceof Error ? error.name : 'Error';
        throw error;
      } finally {
        end(exporter, span);
      }
    },
    recordOrder,
    install: (app) => installHooks(app, exporter, needs.ratio),
    async stop() {
      unwatch();
      await exporter.stop();
    },
  };
}

function end(exporter: Exporter, span: Active): void {
  span.endMs = performance.timeOrigin + performance.now();
  exporter.add(span);
}

function installHooks(app: FastifyInstance, exporter: Exporter, ratio: number): void {
  const spans = new WeakMap<object, Active>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'no route';
    const { traceparent } = request.headers;
    const caller = readTraceparent(typeof traceparent === 'string' ? traceparent : undefined);
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'errand.request_id': request.id };
    const span = startSpan({ name: `${request.method} ${route}`, kind: 'server', attributes, caller }, ratio);
    spans.set(request, span);
    runIn(span, done);
  });
  // The body parser calls back outside the request's async context.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) runIn(span, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (span) {
      span.attributes['http.response.status_code'] = reply.statusCode;
      if (reply.statusCode >= 500) span.error = String(reply.statusCode);
      end(exporter, span);
    }
    done();
  });
}
