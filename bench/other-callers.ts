// A thread of its own, so that what the benchmark does is not counted as the service's slowness.

import { parentPort, workerData } from 'node:worker_threads';
import { assertDefined } from '../server/src/kit/assert-defined.ts';

export interface OtherCallers {
  url: string;
  key: string;
  orderId: string;
  requestsPerSecond: number;
}

const { url, key, orderId, requestsPerSecond } = workerData as OtherCallers;
const headers = { authorization: `Bearer ${key}` };
const latencies: number[] = [];

setInterval(async () => {
  const startedAt = performance.now();
  const response = await fetch(`${url}/orders/${orderId}`, { headers });
  await response.arrayBuffer();
  latencies.push(performance.now() - startedAt);
}, 1000 / requestsPerSecond);

// The parent process asks for, and gets, the latencies since the last time, the shortest first.
assertDefined(parentPort).on('message', () =>
  assertDefined(parentPort).postMessage(latencies.splice(0).sort((a, b) => a - b)),
);
