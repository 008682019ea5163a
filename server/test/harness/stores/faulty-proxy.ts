import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../../src/kit/clock.ts';

/** Faults between us and a store, for one request. */
export const faults = [
  /** The request never arrives. */
  'lost_before',
  /** The store executed it; the response is lost. */
  'lost_after',
  /** The connection closes while the store works. */
  'cut',
  /** The store executed it; no response before our timeout. */
  'silence',
  'too_many',
  'server_error',
  /** An HTML page instead of JSON, from a proxy of the store. */
  'page',
  /** The store executed it; an HTML page instead of its response. */
  'page_after',
  /** The store executed it; half of the response arrives. */
  'truncated',
  /** The connection closes at once; the store gets the request later. */
  'late',
] as const;
export type Fault = (typeof faults)[number];

export interface FaultyProxy {
  url: string;
  /**
   * Applies the fault to the next request whose path and body contain this text. The returned function tells whether it
   * happened.
   */
  plan(words: string, fault: Fault): () => boolean;
  /** Runs before the next request with this text is forwarded. */
  before(words: string, act: () => Promise<void>): void;
  /** Resolves when no `before` is running. */
  settled(): Promise<void>;
  /** The number of forwarded requests. */
  readonly passed: number;
  stop(): Promise<void>;
}

interface ProxyOptions {
  /** Chooses a fault by path and body; null: none. */
  pick?(text: string): Fault | null;
  /** How long a `late` request takes to reach the store. */
  lateMs?(): number;
}

/** A proxy in front of a store on loopback that injects faults. */
export async function startFaultyProxy(target: string, options: ProxyOptions = {}): Promise<FaultyProxy> {
  let plan: { words: string; fault: Fault; hasHappened: boolean } | null = null;
  let act: { words: string; run(): Promise<void> } | null = null;
  let passed = 0;
  let acting: Promise<void> = Promise.resolve();

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray());
    const text = `${incoming.url} ${body}`;
    if (act && text.includes(act.words)) {
      const { run } = act;
      act = null;
      acting = run();
      await acting;
    }
    const due = plan && !plan.hasHappened && text.includes(plan.words) ? plan : null;
    if (due) due.hasHappened = true;
    const fault = due?.fault ?? options.pick?.(text) ?? null;
    if (fault && spoilBefore(fault, outgoing)) return;
    if (fault === 'late') {
      outgoing.destroy();
      await systemClock.sleep(options.lateMs?.() ?? 0);
    }
    passed += 1;
    const answer = forward(target, incoming, body);
    if (fault === 'cut') outgoing.destroy();
    const { status, headers, text: answered } = await answer;
    if (fault && spoilAfter(fault, outgoing, answered)) return;
    outgoing.writeHead(status, headers).end(answered);
  }

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get passed() {
      return passed;
    },
    plan(words, fault) {
      const made = { words, fault, hasHappened: false };
      plan = made;
      return () => made.hasHappened;
    },
    before(words, run) {
      act = { words, run };
    },
    settled: () => acting.catch(() => {}),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const page = '<!doctype html><title>502 Bad Gateway</title>';

function spoilBefore(fault: Fault, outgoing: ServerResponse): boolean {
  switch (fault) {
    case 'lost_before':
      outgoing.destroy();
      return true;
    case 'too_many':
      outgoing.writeHead(429, { 'retry-after': '7' }).end('slow down');
      return true;
    case 'server_error':
      outgoing.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"oops"}');
      return true;
    case 'page':
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end(page);
      return true;
    default:
      return false;
  }
}

function spoilAfter(fault: Fault, outgoing: ServerResponse, text: string): boolean {
  switch (fault) {
    case 'lost_after':
      outgoing.destroy();
      return true;
    case 'cut':
    case 'late':
    case 'silence':
      return true;
    case 'page_after':
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end(page);
      return true;
    case 'truncated':
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(text.slice(0, text.length / 2));
      return true;
    default:
      return false;
  }
}

function forward(target: string, incoming: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; text: string }>((resolve, reject) => {
    const { host: _host, connection: _connection, ...headers } = incoming.headers;
    const passing = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers },
      async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString();
        const { 'transfer-encoding': _chunked, 'content-length': _length, connection: _kept, ...rest } = answer.headers;
        resolve({ status: answer.statusCode ?? 502, headers: rest, text });
      },
    );
    passing.once('error', reject).end(body);
  });
}
