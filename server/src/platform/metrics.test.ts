import { expect, it } from 'vitest';
import { createMetrics, startMetricsServer } from './metrics.ts';

it('serves what was observed, on its own port', async () => {
  const metrics = createMetrics({ processMetrics: true });
  metrics.observeRequest('/orders/:id', 'GET', 200, 0.004);
  metrics.observeRequest('/orders/:id', 'GET', 200, 20);
  const server = await startMetricsServer(0, '127.0.0.1', metrics.registry);
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    expect(text).toContain(
      'http_request_duration_seconds_bucket{le="0.005",route="/orders/:id",method="GET",status="200"} 1',
    );
    expect(text).toContain(
      'http_request_duration_seconds_bucket{le="0.0025",route="/orders/:id",method="GET",status="200"} 0',
    );
    expect(text).toContain(
      'http_request_duration_seconds_bucket{le="+Inf",route="/orders/:id",method="GET",status="200"} 2',
    );
    expect(text).toContain('http_request_duration_seconds_count{route="/orders/:id",method="GET",status="200"} 2');
    expect(text).toContain('http_request_duration_seconds_sum{route="/orders/:id",method="GET",status="200"} 20.004');
    expect(text).toContain('# TYPE http_request_duration_seconds histogram');
    expect(text).toContain('process_resident_memory_bytes');
    expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404);
  } finally {
    await server.close();
  }
});

it('says so when the port is taken', async () => {
  const { registry } = createMetrics();
  const first = await startMetricsServer(0, '127.0.0.1', registry);
  await expect(startMetricsServer(first.port, '127.0.0.1', registry)).rejects.toThrow('EADDRINUSE');
  await first.close();
});
