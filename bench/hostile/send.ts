// Sends hostile requests at a steady rate in its own process and reports the responses.

import { Agent, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Credentials } from './credentials.ts';
import { drawFrom } from './draw.ts';
import { type Hostile, hostileFor, operationsOf } from './operations.ts';
import { hostileProtocol } from './protocols.ts';

export interface HostilePlan {
  url: string;
  count: number;
  perSecond: number;
  seed: number;
  credentials: Credentials;
}

export interface HostileResult {
  sent: number;
  /** The number of operations and endpoints. */
  names: number;
  /** `hung up`: no response within five seconds, as with streams and long polls. `broken`: no response at all. */
  byStatus: Record<string, number>;
  /** The slowest requests, one per operation. */
  slowest: string[];
  /** The first of each kind of invalid response. */
  faults: string[];
}

const timeoutMs = 5000;
const atOnceMax = 64;
const faultsMax = 30;
const plan: HostilePlan = JSON.parse(await textOf(process.stdin));
const agent = new Agent({ keepAlive: true, maxSockets: atOnceMax });
const draw = drawFrom(plan.seed);
const documents = ['/openapi.json', '/openapi-operator.json'].map(async (path) =>
  (await fetch(plan.url + path)).json(),
);
const operations = (await Promise.all(documents)).flatMap(operationsOf);
const byStatus: Record<string, number> = {};
const faults = new Map<string, string>();
const longestMs = new Map<string, number>();

function ask({ method, path, headers, body }: Hostile): Promise<{ status: string; text: string }> {
  return new Promise((resolve) => {
    const length: Record<string, string> = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(`${plan.url}/`, { method, path, agent, headers: { ...headers, ...length } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        if (text.length < 500) text += chunk.toString();
      });
      response.on('close', () => resolve({ status: String(response.statusCode), text }));
    });
    sent.setTimeout(timeoutMs, () => {
      resolve({ status: 'hung up', text: '' });
      sent.destroy();
    });
    sent.on('error', (error) => resolve({ status: 'broken', text: error.message }));
    sent.end(body);
  });
}

async function sendOne(): Promise<void> {
  const hostile = draw.chance(0.6)
    ? hostileFor(draw.one(operations), draw, plan.credentials)
    : hostileProtocol(draw, plan.credentials);
  const askedAt = performance.now();
  const { status, text } = await ask(hostile);
  const tookMs = performance.now() - askedAt;
  longestMs.set(hostile.name, Math.max(tookMs, longestMs.get(hostile.name) ?? 0));
  byStatus[status] = (byStatus[status] ?? 0) + 1;
  if (status !== 'broken' && !/^5/.test(status)) return;
  const about = `${hostile.path.slice(0, 100)} ${JSON.stringify(hostile.headers).slice(0, 200)} ${String(hostile.body ?? '').slice(0, 300)}`;
  const kind = `${status} ${hostile.name}`;
  if (!faults.has(kind) && faults.size < faultsMax) faults.set(kind, `${kind}: ${about} → ${text.slice(0, 150)}`);
}

const startedAt = performance.now();
const open = new Set<Promise<void>>();
for (let sent = 0; sent < plan.count; sent += 1) {
  const dueMs = (sent / plan.perSecond) * 1000 - (performance.now() - startedAt);
  if (dueMs > 1) await pause(dueMs);
  if (open.size >= atOnceMax) await Promise.race(open);
  const one: Promise<void> = sendOne().finally(() => open.delete(one));
  open.add(one);
}
await Promise.all(open);
const slowest = [...longestMs]
  .toSorted(([, left], [, right]) => right - left)
  .slice(0, 10)
  .map(([name, ms]) => `${name} ${Math.round(ms)} ms`);
const result: HostileResult = {
  sent: plan.count,
  names: longestMs.size,
  byStatus,
  slowest,
  faults: [...faults.values()],
};
console.log(JSON.stringify(result));
process.exit(0);
