// The clients, in a process of their own: keep-alive connections, one request at a time on each. Written on plain
// sockets so that it takes little of the two cores that the service and the database need.

import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { existing } from '../server/src/kit/existing.ts';

export interface LoadPlan {
  port: number;
  clients: number;
  seconds: number;
  /** Asked in turn; `@unique@` becomes a new text each time. */
  requests: { method: string; path: string; key: string | null; authorization?: string; body: string | null }[];
  status: number;
  /** How long a client rests before its next request; not at all unless told. */
  pauseMs?: number;
}

export interface LoadResult {
  count: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const run = randomBytes(6).toString('hex');
let asked = 0;

function render(plan: LoadPlan): string {
  asked += 1;
  const {
    method,
    path,
    key,
    authorization = key && `Bearer ${key}`,
    body,
  } = existing(plan.requests[asked % plan.requests.length]);
  const text = body?.replace('@unique@', `${run}-${String(asked).padStart(9, '0')}`) ?? '';
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${plan.port}\r\n`;
  const auth = authorization ? `Authorization: ${authorization}\r\n` : '';
  const entity = body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` : '';
  return `${head}${auth}${entity}\r\n${text}`;
}

/** Calls back with each whole answer: its status. */
function readAnswers(socket: Socket, onAnswer: (status: number, text: string) => void): void {
  let held = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    held += chunk;
    const end = held.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(held.slice(0, end))?.[1]);
    if (held.length < end + 4 + length) return;
    const text = held;
    held = '';
    onAnswer(Number(text.slice(9, 12)), text);
  });
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
      if (status !== plan.status) return reject(new Error(`An answer was not ${plan.status}: ${text}`));
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
const at = (share: number) => existing(latencies[Math.floor(latencies.length * share)]);
const result: LoadResult = {
  count: latencies.length,
  perSecond: (latencies.length / tookMs) * 1000,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
};
console.log(JSON.stringify(result));
