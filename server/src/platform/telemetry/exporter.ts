import { hostname } from 'node:os';
import { type MetricReading, metricsBody, tracesBody } from './otlp.ts';
import type { Span } from './span.ts';
import { type TelemetryOptions, unmeasured } from './telemetry.ts';

interface Needs extends TelemetryOptions {
  logger: { warn(details: object, message: string): void };
  readMetrics(): Promise<readonly MetricReading[]>;
}

const sendEveryMs = 2000;
const sendSooner = 512;
/** While the collector is down, entries beyond this are dropped, to limit memory. */
const entriesMax = 8192;
const withinMs = 10_000;

export interface Exporter {
  add(span: Span): void;
  stop(): Promise<void>;
}

/** Sends spans every two seconds and metrics every minute, as OTLP/HTTP in JSON. */
export function startExporter(needs: Needs): Exporter {
  // In a container every process has pid 1.
  const instance = `${hostname()}-${process.pid}`;
  const resource = { 'service.name': needs.serviceName, 'service.instance.id': instance };
  const startMs = Date.now();
  let spans: Span[] = [];
  let dropped = 0;
  let sending: Promise<void> = Promise.resolve();

  async function post(path: string, body: object): Promise<void> {
    const response = await unmeasured(() =>
      fetch(`${needs.endpoint}/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...needs.headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(withinMs),
      }),
    );
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The collector returned ${response.status}.`);
  }

  async function attempt(path: string, body: object): Promise<void> {
    await post(path, body).catch((error: unknown) =>
      needs.logger.warn(
        { reason: error instanceof Error ? error.message : String(error), dropped },
        'telemetry export failed',
      ),
    );
  }

  async function sendSpans(): Promise<void> {
    if (spans.length === 0) return;
    const batch = spans;
    spans = [];
    await attempt('traces', tracesBody(resource, batch));
  }

  async function sendMetrics(): Promise<void> {
    const metrics = await unmeasured(needs.readMetrics).catch(() => []);
    if (metrics.length > 0) await attempt('metrics', metricsBody(resource, metrics, { startMs, nowMs: Date.now() }));
  }

  const next = (work: () => Promise<void>) => {
    sending = sending.then(work);
  };
  const timers = [
    setInterval(() => next(sendSpans), sendEveryMs),
    setInterval(() => next(sendMetrics), needs.metricsEveryMs),
  ];
  for (const timer of timers) timer.unref();

  return {
    add(span) {
      if (!span.isSampled) return;
      if (spans.length >= entriesMax) {
        dropped += 1;
        return;
      }
      spans.push(span);
      if (spans.length === sendSooner) next(sendSpans);
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      next(sendSpans);
      next(sendMetrics);
      await sending;
    },
  };
}
