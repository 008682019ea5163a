import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { assertDefined } from '../../kit/assert-defined.ts';
import type { Clock } from '../../kit/clock.ts';
import { createBatcher } from '../batcher.ts';
import { type Database, type Listener, listen, openDatabase } from '../database/index.ts';
import { localQueuesOf } from './enqueue.ts';
import type { JobHandlers } from './kinds.ts';
import { Interrupted, type JobKind, kindDefaults, type Needs, runJob } from './run-job.ts';
import * as store from './sql.ts';

interface QueueOptions {
  database: Database;
  clock: Clock;
  logger: Needs['logger'];
  handlers: Partial<JobHandlers>;
  /** Without it, every job runs in real time. */
  findTestClock?: Needs['findTestClock'];
  pollMs?: number;
  /** How many jobs run at once. A kind with none running gets an extra slot, so no kind starves another. */
  concurrency?: number;
}

export interface Queue {
  start(): void;
  /** Claims no more jobs, gives running ones `graceMs` to finish, then aborts them. */
  stop(graceMs: number): Promise<void>;
  wake(): void;
  /** Runs due jobs until there are none. Returns how many it ran. */
  drain(): Promise<number>;
}

const batchDelayMs = 32;
const batchThreshold = 25;

// How long an aborted job may take to stop before the process leaves it to its lease.
const abortedMs = 1_000;

export function createQueue({ database, logger, pollMs = 500, ...options }: QueueOptions): Queue {
  const local = localQueuesOf(database);
  const workers = createWorkers({ database, logger, ...options, onPlace: wake });
  let pumping: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let listening: Promise<Listener> | undefined;
  let poll: NodeJS.Timeout | undefined;

  async function pump(): Promise<void> {
    // Jobs that end or arrive in the same turn of the event loop share one claim.
    await new Promise(setImmediate);
    while (isWanted && !isStopped) {
      isWanted = false;
      await workers.claim().catch((error) => logger.warn({ err: error }, 'claiming jobs failed'));
      // With many running jobs, several end at about the same time: refill their slots together, and batch their
      // writes.
      if (isWanted && workers.isCrowded()) await pause(batchDelayMs);
    }
  }

  function wake(): void {
    isWanted = true;
    if (!poll || pumping) return;
    pumping = pump().finally(() => {
      pumping = undefined;
      if (isWanted && !isStopped) wake();
    });
  }

  return {
    wake,
    drain: async () => {
      let total = 0;
      for (let started = 1; started > 0; total += started) {
        started = await workers.claim();
        await workers.idle();
      }
      return total;
    },
    start: () => {
      local.wakers.add(wake);
      poll = setInterval(wake, pollMs);
      listening = listen(database.url, store.jobsChannel, (sender) => sender !== local.token && wake());
      wake();
    },
    stop: async (graceMs) => {
      isStopped = true;
      clearInterval(poll);
      local.wakers.delete(wake);
      const closed = listening?.then((listener) => listener.close());
      const ended = Promise.all([pumping, closed]).then(() => workers.idle());
      if (!(await isFinished(ended, graceMs))) {
        workers.abort();
        await isFinished(ended, abortedMs);
      }
      await workers.close();
    },
  };
}

async function isFinished(work: Promise<unknown>, withinMs: number): Promise<boolean> {
  const timer = new AbortController();
  const late = pause(withinMs, false, { signal: timer.signal }).catch(() => false);
  const result = await Promise.race([work.then(() => true), late]);
  timer.abort();
  return result;
}

/** Jobs waiting per connection before fewer are claimed. */
const waitersPerConnection = 25;

/** How many more jobs the connections can serve; unlimited while no job waits for a connection. */
function jobCapacityOf({ pool }: Database): number {
  return pool.waitingCount === 0
    ? Number.POSITIVE_INFINITY
    : Math.max(0, waitersPerConnection * pool.options.max - pool.waitingCount);
}

/** The jobs running in this process. Claims as many as there are free slots, fairly between kinds. */
function createWorkers(options: Omit<QueueOptions, 'pollMs'> & { onPlace(): void }) {
  const { database, clock, logger, concurrency = 40, onPlace, findTestClock = async () => null } = options;
  const handlers: Record<string, JobKind> = options.handlers;
  const running = new Map<Promise<void>, { id: number; controller: AbortController }>();
  const busyByKind = new Map<string, number>();
  const kindsWithMore = new Set<string>();
  const finish = createBatcher<store.JobHold, undefined>({
    run: async (holds) => {
      await store.finishJobs(database.db, holds);
      return holds.map(() => undefined);
    },
    maxBatch: 500,
    maxInFlight: 2,
  });

  // A separate connection: behind the work of a busy process, leases would expire before they are extended.
  const leases = openDatabase({ url: database.url, poolMax: 1, applicationName: 'errand leases' });
  // Batched, because hundreds of jobs that wait for slow stores extend at the same time. Not retried while the database
  // does not respond.
  const extend = createBatcher<store.Extension, boolean>({
    run: (holds) => store.extendLeases(leases, holds).catch((error) => holds.map(() => error)),
    maxBatch: 500,
    maxInFlight: 1,
  });

  const needs: Needs = { database, clock, logger, finish, extend, findTestClock };

  function ask(free: number): store.ClaimRequest[] {
    return Object.entries(handlers).flatMap(([kind, handler]) => {
      const { concurrency: places = kindDefaults.concurrency, leaseMs = kindDefaults.leaseMs } = handler;
      const busy = busyByKind.get(kind) ?? 0;
      const room = Math.min(places - busy, busy === 0 ? Math.max(free, 1) : free);
      return room > 0 ? [{ kind, room, leaseMs }] : [];
    });
  }

  async function claim(): Promise<number> {
    const free = Math.min(concurrency - running.size, jobCapacityOf(database));
    const asked = ask(free);
    const limit = Math.max(free, asked.length);
    const token = randomUUID();
    const inHand = [...running.values()].map(({ id }) => id);
    const now = clock.now();
    const jobs = asked.length > 0 ? await store.claimJobs(database, asked, { now, token, limit, inHand }) : [];
    // A kind that filled its slots, or was not asked for, may have more jobs, so freeing one of its slots wakes the
    // queue.
    for (const kind of Object.keys(handlers)) kindsWithMore.add(kind);
    for (const { kind, room } of asked) {
      if (jobs.length < limit && jobs.filter((job) => job.kind === kind).length < room) kindsWithMore.delete(kind);
    }
    for (const job of jobs) begin({ ...job, token });
    return jobs.length;
  }

  function begin(job: store.ClaimedJob & store.JobHold): void {
    const controller = new AbortController();
    const addBusy = (change: number) => busyByKind.set(job.kind, (busyByKind.get(job.kind) ?? 0) + change);
    addBusy(1);
    const done = runJob(needs, assertDefined(handlers[job.kind]), job, controller)
      .catch((error) =>
        logger.error(
          { err: error, kind: job.kind, job: job.id },
          'could not record the end of a job; its lease will expire',
        ),
      )
      .then(() => {
        running.delete(done);
        addBusy(-1);
        if (kindsWithMore.has(job.kind)) onPlace();
      });
    running.set(done, { id: job.id, controller });
  }

  return {
    claim,
    close: () => leases.close(),
    isCrowded: () => running.size >= batchThreshold,
    idle: () => Promise.all(running.keys()),
    abort: () => {
      for (const { controller } of running.values()) controller.abort(new Interrupted('The queue is stopping.'));
    },
  };
}
