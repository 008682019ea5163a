import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../kit/failure.ts';
import type { Addressed } from './address.ts';
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

/**
 * An address with less than this share of a limit may exceed it, up to twice the limit. Otherwise a few slow requests
 * from one address would shut out everyone else.
 */
const newcomerShare = 1 / 8;

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
  address: string;
}

interface Needs {
  limits: InFlightLimits;
  /** The caller's network address. */
  addressOf(request: Addressed): string;
  isStalled(): boolean;
  /** Replies in place of the handler. */
  refuse(error: Failure, request: FastifyRequest, reply: FastifyReply): void;
}

/** What the limits need to know of a request that Fastify has not seen yet. */
type Asked = Addressed & { method?: string | undefined; url?: string | undefined };

type AddressCounts = ReturnType<typeof countByAddress>;

function countByAddress() {
  const counts = new Map<string, number>();
  return {
    of: (address: string): number => counts.get(address) ?? 0,
    add(address: string, change: 1 | -1): void {
      const count = (counts.get(address) ?? 0) + change;
      if (count === 0) counts.delete(address);
      else counts.set(address, count);
    },
  };
}

export const overloaded = new Failure('service_unavailable', 503, 'Too many requests in progress. Try again shortly.', {
  headers: { 'retry-after': '1' },
});

const databaseStalled = (): Failure =>
  new Failure('service_unavailable', 503, 'The service is temporarily unavailable. Try again shortly.', {
    headers: { 'retry-after': '2' },
  });

/** Limits concurrent requests, and fails those that wait for a database that has stopped. */
export function watchInFlight(app: App, { limits, addressOf, isStalled, refuse }: Needs) {
  const waiting = new Set<Waiting>();
  const counts = { all: countByAddress(), writes: countByAddress() };
  const pace = createPace(limits.writes);
  let writes = 0;
  let resting = 0;

  function count(entry: Waiting, change: 1 | -1): void {
    if (change === 1) waiting.add(entry);
    else if (!waiting.delete(entry)) return;
    counts.all.add(entry.address, change);
    if (!entry.isWrite) return;
    counts.writes.add(entry.address, change);
    writes += change;
    pace.notice(writes);
    if (change === -1) pace.end();
  }

  function createEntry(entry: Waiting): InFlightEntry & { close(): void } {
    let state: 'inside' | 'resting' | 'gone' = 'inside';
    return {
      leave() {
        if (state !== 'inside' || resting >= restingMax) return;
        state = 'resting';
        resting += 1;
        count(entry, -1);
      },
      enter() {
        if (state !== 'resting') return;
        state = 'inside';
        resting -= 1;
        entry.sinceMs = performance.now();
        count(entry, 1);
      },
      close() {
        if (state === 'resting') resting -= 1;
        else count(entry, -1);
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

  function isFullFor(request: Asked): boolean {
    // Health checks must always get through.
    if (request.url === '/health') return false;
    const isOver = (used: number, limit: number, own: AddressCounts) =>
      used >= limit && (used >= 2 * limit || own.of(addressOf(request)) >= limit * newcomerShare);
    if (isOver(waiting.size, limits.all, counts.all)) return true;
    return !readMethods.has(request.method ?? 'GET') && isOver(writes, pace.max(), counts.writes);
  }

  return {
    isFullFor,
    /** Counts a request until its response. Returns a failure if it is refused. */
    begin(request: FastifyRequest, reply: FastifyReply): Failure | null {
      if (request.url === '/health') return null;
      if (isFullFor(request)) return overloaded;
      const isWrite = !readMethods.has(request.method);
      const entry = { request, reply, sinceMs: performance.now(), isWrite, address: addressOf(request) };
      count(entry, 1);
      const door = createEntry(entry);
      entryByRequest.set(request, door);
      reply.raw.once('close', door.close);
      return null;
    },
  };
}
