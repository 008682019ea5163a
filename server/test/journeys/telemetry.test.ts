import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulator } from '../../src/connectors/simulator/index.ts';
import { loadRetailers } from '../../src/domains/catalog/stores/index.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { retailersFile } from '../../src/main/wiring.ts';
import { freePort } from '../harness/free-port.ts';
import { address, startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  links: { traceId: string }[];
}

let collector: TestEndpoint;
let system: TestSystem;
let shop: ReturnType<typeof createServer>;
beforeAll(async () => {
  collector = await startTestEndpoint();
  shop = createServer((_request, response) => response.end('{}'));
  const port = await freePort();
  await new Promise<void>((resolve) => shop.listen(port, '127.0.0.1', resolve));
  const shopUrl = `http://127.0.0.1:${port}/cart?token=hush`;
  const brands = (await loadRetailers(retailersFile)).filter((brand) => brand.id === 'walmart');
  system = await startSystem({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=errand',
    },
    liveConnectors: ({ database }) => {
      const publicUrl = 'https://simulated.invalid';
      const store = createSimulator<'live'>({
        world: 'live',
        database,
        clock: systemClock,
        brands,
        publicUrl,
        timeScale: 0,
      });
      const prepare: NonNullable<typeof store.prepare> = async (...asked) => {
        await (await fetch(shopUrl)).text();
        return store.prepare!(...asked);
      };
      return [{ ...store, prepare }];
    },
  });
});
afterAll(async () => {
  await system?.stop();
  await collector.stop();
  await new Promise((resolve) => shop.close(resolve));
});

const spansSent = (): Sent[] =>
  collector.at('/v1/traces').flatMap(({ body }) => {
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });

describe('an order at a telemetry collector', () => {
  it('is one trace from the request over the queue and the connector to the store', { timeout: 60_000 }, async () => {
    const { key } = await system.account('live');
    const call = { signal: new AbortController().signal };
    const query = { query: 'headphones', page: 1, freeShipping: false };
    const connector = system.registry.forRetailer('live', 'walmart')!.connector;
    const { results } = await connector.search!('walmart', query, call);
    const [url] = results.filter((hit) => hit.available).map((hit) => hit.url);
    const order = { products: [{ url, quantity: 1 }], shipping_address: address, max_price: 100_000 };
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const made = await system.post('/orders', key, order, { traceparent });
    expect(made.status, made.text).toBe(201);
    await system.queue.drain();
    const traceId = made.body.id.replaceAll('-', '');
    const ofOrder = () => spansSent().filter((span) => span.traceId === traceId);
    await expect
      .poll(() => ofOrder().map(({ name }) => name), { timeout: 30_000 })
      .toEqual(
        expect.arrayContaining([
          'POST /orders',
          'job orders.place',
          'simulator prepare',
          'simulator submit',
          expect.stringMatching(/^GET 127\.0\.0\.1:/),
        ]),
      );
    const named = (name: string) => ofOrder().find((span) => span.name === name)!;
    const [request, job, prepare] = [named('POST /orders'), named('job orders.place'), named('simulator prepare')];
    const store = ofOrder().find((span) => /^GET 127\.0\.0\.1:/.test(span.name))!;
    expect([request.kind, job.kind, prepare.kind, store.kind]).toEqual([2, 5, 1, 3]);
    expect(request.parentSpanId).toBeUndefined();
    expect(request.links).toMatchObject([{ traceId: '0af7651916cd43dd8448eb211c80319c' }]);
    expect(job.parentSpanId).toBe(request.spanId);
    expect(prepare.parentSpanId).toBe(job.spanId);
    expect(store.parentSpanId).toBe(prepare.spanId);
    expect(collector.received[0]!.headers['x-team']).toBe('errand');
    // Nothing that a person wrote, and no secret.
    const everything = collector.received.map(({ body }) => body).join();
    expect(everything).not.toMatch(/Jane|Market St|hush|svc_|4155550123/);
    // Two containers are two, although both are process 1.
    expect(everything).toContain(`{"stringValue":"${hostname()}-${process.pid}"}`);
    // What another caller asks stays in its own trace.
    await system.call('/retailers', { headers: { traceparent } });
    await expect
      .poll(() => spansSent().find((span) => span.name === 'GET /retailers'), { timeout: 30_000 })
      .toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' });
  });
});
