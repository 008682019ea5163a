import { createServer } from 'node:http';
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import { assertDefined } from '../kit/assert-defined.ts';
import { portOf } from './port.ts';

export interface Metrics {
  registry: Registry;
  observeRequest(route: string, method: string, status: number, seconds: number): void;
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  labels: { route: string; method: string; status: number };
  /** One count per bucket, not cumulative; the last is for everything slower. */
  counts: number[];
  sum: number;
}

/**
 * A cheap histogram. The registry's own hashes and checks labels on every observation, which took a tenth of a small
 * request. It is exported like the others.
 */
class RequestHistogram {
  readonly name = 'http_request_duration_seconds';
  readonly help = 'Request duration by route pattern.';
  readonly #seriesByKey = new Map<string, Series>();

  observe(route: string, method: string, status: number, seconds: number): void {
    const key = `${status} ${method} ${route}`;
    let series = this.#seriesByKey.get(key);
    if (series === undefined) {
      series = { labels: { route, method, status }, counts: new Array(bounds.length + 1).fill(0), sum: 0 };
      this.#seriesByKey.set(key, series);
    }
    let slot = 0;
    while (slot < bounds.length && seconds > assertDefined(bounds[slot])) slot += 1;
    series.counts[slot] = assertDefined(series.counts[slot]) + 1;
    series.sum += seconds;
  }

  async get() {
    const { name, help } = this;
    const values = [...this.#seriesByKey.values()].flatMap((series) => this.#valuesOf(series));
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }

  #valuesOf({ labels, counts, sum }: Series) {
    let count = 0;
    const buckets = counts.map((inBucket, slot) => {
      count += inBucket;
      return { metricName: `${this.name}_bucket`, labels: { le: bounds[slot] ?? '+Inf', ...labels }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }
}

export function createMetrics(options: { processMetrics?: boolean } = {}): Metrics {
  const registry = new Registry();
  if (options.processMetrics) collectDefaultMetrics({ register: registry });
  const requests = new RequestHistogram();
  // The registry calls only get(), but its types accept only its own classes.
  registry.registerMetric(requests as unknown as Metric);
  return {
    registry,
    observeRequest: (route, method, status, seconds) => requests.observe(route, method, status, seconds),
  };
}

/** Metrics have their own port, so a public address never exposes them. */
export async function startMetricsServer(
  port: number,
  host: string,
  registry: Registry,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0];
    // For restarting a hung process. An unreachable database is no reason to restart it.
    if (path === '/alive') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('alive\n');
      return;
    }
    if (path !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch {
      // A collector that throws must not crash the process; the scrape fails instead.
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: portOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
