import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { anotherDatabase, database, fakeClock, queueOf, test, withQueues } from '../../../test/harness/queues.ts';
import { openDatabase } from '../database/index.ts';
import { enqueueUnchecked as enqueue } from './enqueue.ts';

// A process with too little CPU time or too few connections for the jobs it claimed.

withQueues();

const jobsLeft = async () => (await sql`select from jobs`.execute(database.db)).rows.length;
const several = (count: number) => Array.from({ length: count }, (_, payload) => ({ kind: 'note', payload }));

describe('a worker that is too slow for its leases', () => {
  it('does not claim a job again while it is still running it', async () => {
    const clock = fakeClock();
    const gate = Promise.withResolvers<void>();
    const attempts: number[] = [];
    const run = async ({ attempt }: { attempt: number }) => {
      attempts.push(attempt);
      await gate.promise;
    };
    await enqueue(database.db, { kind: 'note', payload: null });
    queueOf({ note: { run } }, { clock, pollMs: 20 }).start();
    await vi.waitFor(() => expect(attempts).toEqual([1]), { timeout: 10_000 });
    // The lease expired without a heartbeat.
    clock.advance(60_001);
    await pause(400);
    expect(attempts).toEqual([1]);
    gate.resolve();
    await vi.waitFor(async () => expect(await jobsLeft()).toBe(0), { timeout: 10_000 });
    expect(attempts).toEqual([1]);
  });

  it('takes a job again that it has given back itself', async () => {
    const attempts: unknown[] = [];
    const queue = queueOf({
      note: {
        run: async ({ payload }, control) => {
          attempts.push(payload);
          if (payload === 'first') await control.rescheduleAt(database.db, new Date(0), 'second');
        },
      },
    });
    await enqueue(database.db, { kind: 'note', payload: 'first' });
    await queue.drain();
    expect(attempts).toEqual(['first', 'second']);
  });

  it('renews a lease that lapsed while nobody else took the job', async () => {
    const clock = fakeClock();
    const signals: boolean[] = [];
    const run = async (_job: unknown, { signal }: { signal: AbortSignal }) => {
      clock.advance(10_000);
      await pause(400);
      signals.push(signal.aborted);
    };
    await enqueue(database.db, { kind: 'note', payload: null });
    await queueOf({ note: { run, leaseMs: 300 } }, { clock }).drain();
    expect(signals).toEqual([false]);
    expect(await jobsLeft()).toBe(0);
  });

  it('does not mistake a completed job for a lost one', async () => {
    const narrow = openDatabase({ url: test.url, poolMax: 1 });
    try {
      let lost: AbortSignal | undefined;
      const run = async ({ id }: { id: number }, { signal }: { signal: AbortSignal }) => {
        lost = signal;
        // Recording the job as done waits for the only connection, and heartbeats no longer find the row.
        void sql`select pg_sleep(0.6)`.execute(narrow.db);
        await sql`delete from jobs where id = ${id}`.execute(database.db);
      };
      await enqueue(database.db, { kind: 'note', payload: null });
      await queueOf({ note: { run, leaseMs: 300 } }, { on: narrow }).drain();
      expect(lost?.aborted).toBe(false);
    } finally {
      await narrow.close();
    }
  });
});

describe('a worker with few connections', () => {
  it('runs every job once, however long the jobs wait for a connection', async () => {
    const narrow = openDatabase({ url: test.url, poolMax: 4 });
    try {
      const runs = new Map<number, number>();
      const lost: number[] = [];
      const run = async ({ id }: { id: number }, { signal }: { signal: AbortSignal }) => {
        runs.set(id, (runs.get(id) ?? 0) + 1);
        signal.addEventListener('abort', () => lost.push(id));
        // Together they keep the connections busy for longer than a lease, twice.
        for (let step = 0; step < 2; step += 1) {
          await sql`select pg_sleep(0.4)`.execute(narrow.db);
          signal.throwIfAborted();
        }
      };
      await enqueue(database.db, several(32));
      queueOf({ note: { run, leaseMs: 2400, concurrency: 40 } }, { on: narrow, pollMs: 50 }).start();
      await vi.waitFor(() => expect(runs.size).toBe(32), { timeout: 10_000 });
      const thief = vi.fn(async () => {});
      queueOf({ note: { run: thief } }, { on: anotherDatabase(), pollMs: 50 }).start();
      await vi.waitFor(async () => expect(await jobsLeft()).toBe(0), { timeout: 30_000, interval: 100 });
      expect(thief).not.toHaveBeenCalled();
      expect([lost, Math.max(...runs.values())]).toEqual([[], 1]);
    } finally {
      await narrow.close();
    }
  });

  it('takes no more jobs than its connections can serve', async () => {
    const narrow = openDatabase({ url: test.url, poolMax: 1 });
    const gate = Promise.withResolvers<void>();
    try {
      let started = 0;
      const run = async () => {
        started += 1;
        await gate.promise;
      };
      await enqueue(database.db, several(60));
      const queue = queueOf({ note: { run, concurrency: 100 } }, { on: narrow, concurrency: 100 });
      // Twenty wait for the only connection, so it can serve five more.
      const waiting = Array.from({ length: 21 }, () => sql`select pg_sleep(0.02)`.execute(narrow.db));
      await pause(0);
      const draining = queue.drain();
      await Promise.all(waiting);
      await vi.waitFor(() => expect(started).toBeGreaterThan(0), { timeout: 10_000 });
      await pause(100);
      expect(started).toBe(5);
      gate.resolve();
      await draining;
      expect(started).toBe(60);
    } finally {
      gate.resolve();
      await narrow.close();
    }
  });
});
