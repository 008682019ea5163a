import type { Connector } from '../connectors/contract.ts';
import type { Acceptor } from '../domains/orders/orders/index.ts';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { JobHandlers, JobKind } from '../platform/queue/index.ts';
import type { Telemetry } from '../platform/telemetry/index.ts';

interface Needs {
  config: Pick<Config, 'otlp'>;
  logger: Logger;
  metrics?: Metrics | undefined;
}

/** Null if no collector is configured: nothing is loaded or wrapped. */
export async function openTelemetry({ config: { otlp }, logger, metrics }: Needs): Promise<Telemetry | null> {
  if (otlp === null) return null;
  const { startTelemetry } = await import('../platform/telemetry/index.ts');
  const readMetrics = async () => (metrics ? readingsOf(await metrics.registry.getMetricsAsJSON()) : []);
  return startTelemetry({ ...otlp, logger, readMetrics });
}

type Reading = Awaited<
  ReturnType<Parameters<typeof import('../platform/telemetry/index.ts').startTelemetry>[0]['readMetrics']>
>[number];

/** At run time, the registry names types differently than its own types say. */
const readingsOf = (metrics: readonly { name: string; help: string; type: unknown; values?: unknown }[]): Reading[] =>
  metrics.map(({ name, help, type, values }) => ({
    name,
    help,
    type: String(type),
    values: Array.isArray(values) ? values : [],
  }));

/** Connector functions that call the store. Others respond at once. */
const asked = new Set<PropertyKey>([
  'search',
  'product',
  'offers',
  'prepare',
  'submit',
  'release',
  'find',
  'fence',
  'history',
  'track',
  'cancel',
  'requestReturn',
  'checkReturn',
  'checkRefund',
  'login',
]);

/** Traces every call to a store, below its job or request. */
export function traceConnectors(
  telemetry: Telemetry | null,
  connectors: () => readonly Connector[],
): () => readonly Connector[] {
  if (!telemetry) return connectors;
  const traced = new WeakMap<Connector, Connector>();
  const trace = (connector: Connector): Connector =>
    new Proxy(connector, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== 'function' || !asked.has(name)) return value;
        const attributes = { 'errand.connector': target.name, 'errand.world': target.world };
        const span = { name: `${target.name} ${String(name)}`, kind: 'internal' as const, attributes };
        return (...given: unknown[]) => telemetry.inSpan(span, async () => value.apply(target, given));
      },
    });
  return () =>
    connectors().map((connector) => {
      const known = traced.get(connector) ?? trace(connector);
      traced.set(connector, known);
      return known;
    });
}

/** Traces every job. A job of an order joins the order's trace. */
export function traceJobs(telemetry: Telemetry | null, handlers: Partial<JobHandlers>): Partial<JobHandlers> {
  if (!telemetry) return handlers;
  const entries = Object.entries<JobKind<never>>(handlers).map(([kind, handler]) => {
    const run: JobKind<never>['run'] = (job, control) => {
      const attributes = { 'errand.job.kind': kind, 'errand.job.attempt': job.attempt };
      const start = { name: `job ${kind}`, kind: 'consumer' as const, attributes, orderId: orderIdIn(job.payload) };
      return telemetry.inSpan(start, () => handler.run(job, control));
    };
    return [kind, { ...handler, run }];
  });
  return Object.fromEntries(entries);
}

function orderIdIn(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null || !('orderId' in payload)) return undefined;
  return typeof payload.orderId === 'string' ? payload.orderId : undefined;
}

/** The request that creates an order starts its trace. */
export function traceAcceptor(telemetry: Telemetry | null, acceptor: Acceptor): Acceptor {
  if (!telemetry) return acceptor;
  return {
    ...acceptor,
    async accept(...given) {
      const answer = await acceptor.accept(...given);
      if (answer.order) telemetry.recordOrder(answer.order.id);
      return answer;
    },
  };
}
