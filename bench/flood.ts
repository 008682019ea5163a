// Clients that send at a fixed rate without waiting for responses, in their own process.

import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { type AskedRequest, readAnswers, render } from './raw-client.ts';

export interface FloodPlan {
  port: number;
  perSecond: number;
  seconds: number;
  requests: AskedRequest[];
  /** A request without a free connection counts as not sent. */
  connectionsMax: number;
}

export interface FloodResult {
  sent: number;
  notSent: number;
  /** Count, p50 and p99 by status. 0: the connection broke. */
  byStatus: Record<string, { count: number; p50Ms: number; p99Ms: number }>;
  /** 503 responses without Retry-After. */
  withoutRetryAfter: number;
}

const plan = (await json(process.stdin)) as FloodPlan;
const idle: Socket[] = [];
const askedAt = new Map<Socket, number>();
const latencies = new Map<number, number[]>();
let sent = 0;
let notSent = 0;
let withoutRetryAfter = 0;

function note(socket: Socket, status: number): void {
  const since = askedAt.get(socket);
  if (since === undefined) return;
  askedAt.delete(socket);
  const noted = latencies.get(status);
  if (noted) noted.push(performance.now() - since);
  else latencies.set(status, [performance.now() - since]);
}

function open(): Socket {
  const socket = connect({ port: plan.port, host: '127.0.0.1', noDelay: true });
  readAnswers(socket, (status, text) => {
    if (status === 503 && !/\r\nretry-after: \d/i.test(text)) withoutRetryAfter += 1;
    note(socket, status);
    if (/\r\nconnection: close/i.test(text)) socket.destroy();
    else idle.push(socket);
  });
  socket.on('error', () => note(socket, 0)).on('close', () => note(socket, 0));
  return socket;
}

function send(): void {
  const ready = idle.pop();
  if (!ready && askedAt.size >= plan.connectionsMax) {
    notSent += 1;
    return;
  }
  const socket = ready?.destroyed ? open() : (ready ?? open());
  askedAt.set(socket, performance.now());
  sent += 1;
  socket.write(render(plan));
}

const startedAt = performance.now();
const endsAt = startedAt + plan.seconds * 1000;
await new Promise<void>((resolve) => {
  const timer = setInterval(() => {
    const now = performance.now();
    const due = ((Math.min(now, endsAt) - startedAt) / 1000) * plan.perSecond;
    while (sent + notSent < due) send();
    // Waits for pending responses.
    if (now < endsAt || (askedAt.size > 0 && now < endsAt + 30_000)) return;
    clearInterval(timer);
    resolve();
  }, 5);
});
const byStatus = Object.fromEntries(
  [...latencies].map(([status, all]) => {
    const sorted = all.sort((a, b) => a - b);
    const at = (share: number) => assertDefined(sorted[Math.floor(sorted.length * share)]);
    return [status, { count: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99) }];
  }),
);
const result: FloodResult = { sent, notSent, byStatus, withoutRetryAfter };
console.log(JSON.stringify(result));
process.exit(0);
