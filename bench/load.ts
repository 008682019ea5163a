// Clients in their own process: keep-alive connections with one request at a time. Plain sockets leave the two cores to
// the service and the database.

import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { type AskedRequest, readAnswers, render } from './raw-client.ts';

export interface LoadPlan {
  port: number;
  clients: number;
  seconds: number;
  /** Sent in turn. `@unique@` becomes a new text each time. */
  requests: AskedRequest[];
  status: number;
  /** Pause before a client's next request. Default: none. */
  pauseMs?: number;
}

export interface LoadResult {
  count: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

function client(plan: LoadPlan, until: number, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: plan.port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(render(plan));
    };
    socket.once('connect', send).once('error', reject);
    readAnswers(socket, (status, text) => {
      const now = performance.now();
      if (status !== plan.status) return reject(new Error(`Expected ${plan.status}: ${text}`));
      latencies.push(now - sentAt);
      if (now < until) return plan.pauseMs === undefined ? send() : void setTimeout(send, plan.pauseMs);
      socket.end();
      resolve();
    });
  });
}

const plan = (await json(process.stdin)) as LoadPlan;
const latencies: number[] = [];
const startedAt = performance.now();
const until = startedAt + plan.seconds * 1000;
await Promise.all(Array.from({ length: plan.clients }, () => client(plan, until, latencies)));
const tookMs = performance.now() - startedAt;
latencies.sort((a, b) => a - b);
const at = (share: number) => assertDefined(latencies[Math.floor(latencies.length * share)]);
const result: LoadResult = {
  count: latencies.length,
  perSecond: (latencies.length / tookMs) * 1000,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
};
console.log(JSON.stringify(result));
