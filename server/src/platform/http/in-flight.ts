import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../kit/failure.ts';
import type { App } from './app.ts';
import { createPace } from './pace.ts';

export interface InFlightLimits {
  /** Concurrent writes; fewer while the process is slow. */
  writes: number;
  all: number;
  /** How long a request may wait for a database that has stopped responding. */
  stalledMs: number;
}

/** What one process handles within a second. Further requests are refused before their body is read. */
export const inFlightDefaults: InFlightLimits = { writes: 250, all: 750, stalledMs: 3_500 };

/** Requests beyond this many waiting ones count like any other. */
const restingMax = 10_000;

interface InFlightEntry {
  leave(): void;
  enter(): void;
}

const entryByRequest = new WeakMap<object, InFlightEntry>();

/** Runs a long poll without counting it as in flight: it uses no capacity while it waits. */
export async function waitWithoutCounting<Result>(request: object, wait: () => Promise<Result>): Promise<Result> {
  const door = entryByRequest.get(request);
  door?.leave();
  try {
    return await wait();
  } finally {
    door?.enter();
  }
}

const checkMs = 250;
const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Waiting {
  request: FastifyRequest;
  reply: FastifyReply;
  sinceMs: number;
  isWrite: boolean;
}

interface Needs {
  limits: InFlightLimits;
  isStalled(): boolean;
  /** Replies in place of the handler. */
  refuse(error: Failure, request: FastifyRequest, reply: FastifyReply): void;
}

export const overloaded = new Failure('service_unavailable', 503, 'Too many requests in progress. Try again shortly.', {
  headers: { 'retry-after': '1' },
});

const databaseStalled = (): Failure =>
  new Failure('service_unavailable', 503, 'The service is temporarily unavailable. Try again shortly.', {
    headers: { 'retry-after': '2' },
  });

/** Limits concurrent requests, and fails those that wait for a database that has stopped. */
export function watchInFlight(app: App, { limits, isStalled, refuse }: Needs) {
  const waiting = new Set<Waiting>();
  const pace = createPace(limits.writes);
  let writes = 0;
  let resting = 0;

  function countWrite(change: 1 | -1): void {
    writes += change;
    pace.notice(writes);
    if (change === -1) pace.end();
  }

  function createEntry(entry: Waiting): InFlightEntry & { close(): void } {
    let state: 'inside' | 'resting' | 'gone' = 'inside';
    const leaveQueue = () => {
      if (waiting.delete(entry) && entry.isWrite) countWrite(-1);
    };
    return {
      leave() {
        if (state !== 'inside' || resting >= restingMax) return;
        state = 'resting';
        resting += 1;
        leaveQueue();
      },
      enter() {
        if (state !== 'resting') return;
        state = 'inside';
        resting -= 1;
        entry.sinceMs = performance.now();
        waiting.add(entry);
        if (entry.isWrite) countWrite(1);
      },
      close() {
        if (state === 'resting') resting -= 1;
        else leaveQueue();
        state = 'gone';
      },
    };
  }

  function admitWaiting(): void {
    if (waiting.size === 0 || !isStalled()) return;
    const before = performance.now() - limits.stalledMs;
    for (const { request, reply, sinceMs } of waiting) {
      if (sinceMs < before && !reply.sent && !reply.raw.headersSent) refuse(databaseStalled(), request, reply);
    }
  }

  const timer = setInterval(admitWaiting, checkMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));

  function isFullFor({ method = 'GET', url }: { method?: string | undefined; url?: string | undefined }): boolean {
    // Health checks must always get through.
    if (url === '/health') return false;
    return waiting.size >= limits.all || (!readMethods.has(method) && writes >= pace.max());
  }

  return {
    isFullFor,
    /** Counts a request until its response. Returns a failure if it is refused. */
    begin(request: FastifyRequest, reply: FastifyReply): Failure | null {
      if (request.url === '/health') return null;
      if (isFullFor(request)) return overloaded;
      const isWrite = !readMethods.has(request.method);
      const entry = { request, reply, sinceMs: performance.now(), isWrite };
      waiting.add(entry);
      if (isWrite) countWrite(1);
      const door = createEntry(entry);
      entryByRequest.set(request, door);
      reply.raw.once('close', door.close);
      return null;
    },
  };
}
