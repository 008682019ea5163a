// Runs in its own thread, so the benchmark's own work does not count.

import { parentPort, workerData } from 'node:worker_threads';
import { assertDefined } from '../server/src/kit/assert-defined.ts';

export interface OtherCallers {
  url: string;
  key: string;
  orderId: string;
  requestsPerSecond: number;
}

const { url, key, orderId, requestsPerSecond }: OtherCallers = workerData;
const headers = { authorization: `Bearer ${key}` };
const latencies: number[] = [];

setInterval(async () => {
  const startedAt = performance.now();
  const response = await fetch(`${url}/orders/${orderId}`, { headers });
  await response.arrayBuffer();
  latencies.push(performance.now() - startedAt);
}, 1000 / requestsPerSecond);

// Sends the latencies since the last message, sorted.
assertDefined(parentPort).on('message', () =>
  assertDefined(parentPort).postMessage(latencies.splice(0).sort((a, b) => a - b)),
);
