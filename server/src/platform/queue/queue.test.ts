import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { anotherDatabase, database, fakeClock, queueOf, withQueues } from '../../../test/harness/queues.ts';
import { plusMs } from '../../kit/clock.ts';
import { inTransaction } from '../database/index.ts';
import { enqueueUnchecked as enqueue } from './enqueue.ts';
import { notifyJobs, queueDepth } from './index.ts';

withQueues();

const rows = async () => (await sql<Record<string, unknown>>`select * from jobs order by id`.execute(database.db)).rows;

describe('enqueue', () => {
  it('belongs to its caller’s transaction', async () => {
    const ran: unknown[] = [];
    const queue = queueOf({ note: { run: async (job) => void ran.push(job.payload) } });
    await inTransaction(database.db, async (tx) => {
      await enqueue(tx, { kind: 'note', payload: 'lost' });
      throw new Error('rolled back');
    }).catch(() => {});
    expect(await rows()).toEqual([]);
    await inTransaction(database.db, (tx) => enqueue(tx, [{ kind: 'note', payload: { kept: [1, null] } }]));
    expect(await queue.drain()).toBe(1);
    expect(ran).toEqual([{ kept: [1, null] }]);
    expect(await rows()).toEqual([]);
  });

  it('takes nothing, and many', async () => {
    await enqueue(database.db, []);
    await enqueue(
      database.db,
      Array.from({ length: 1_000 }, (_, index) => ({ kind: 'note', payload: index })),
    );
    expect(await rows()).toHaveLength(1_000);
  });

  it('keeps one waiting job per dedupe key and kind, with the earlier time', async () => {
    const clock = fakeClock();
    const at = (ms: number) => plusMs(clock.now(), ms);
    await enqueue(database.db, { kind: 'note', payload: 1, dedupeKey: 'k', runAt: at(5_000) });
    await enqueue(database.db, { kind: 'note', payload: 2, dedupeKey: 'k', runAt: at(9_000) });
    await enqueue(database.db, [
      { kind: 'note', payload: 3, dedupeKey: 'k', runAt: at(4_000) },
      { kind: 'note', payload: 4, dedupeKey: 'k', runAt: at(3_000) },
      { kind: 'other', payload: 5, dedupeKey: 'k' },
    ]);
    expect(await rows()).toMatchObject([
      { kind: 'note', payload: 1, run_at: at(3_000) },
      { kind: 'other', payload: 5 },
    ]);
  });

  it('has a running job with that key run once more, never beside itself', async () => {
    let runs = 0;
    const queue = queueOf({
      note: {
        run: async () => {
          runs += 1;
          if (runs === 1) await enqueue(database.db, { kind: 'note', payload: 'second', dedupeKey: 'k' });
        },
      },
    });
    await enqueue(database.db, { kind: 'note', payload: 'first', dedupeKey: 'k' });
    expect(await queue.drain()).toBe(2);
    expect(runs).toBe(2);
    expect(await rows()).toEqual([]);
  });
});

describe('running', () => {
  it('waits for the time of a job, by the clock that was passed in', async () => {
    const clock = fakeClock();
    const ran: unknown[] = [];
    const queue = queueOf({ note: { run: async (job) => void ran.push(job.payload) } }, { clock });
    await enqueue(database.db, { kind: 'note', payload: 'later', runAt: plusMs(clock.now(), 1_000) });
    expect(await queue.drain()).toBe(0);
    clock.advance(1_000);
    expect(await queue.drain()).toBe(1);
    expect(ran).toEqual(['later']);
  });

  it('takes lower priorities first, then earlier ones, then in order', async () => {
    const ran: unknown[] = [];
    const run = async (job: { payload: unknown }) => void ran.push(job.payload);
    const queue = queueOf({ note: { run, concurrency: 1 } });
    await enqueue(database.db, [
      { kind: 'note', payload: 'e', priority: 200 },
      { kind: 'note', payload: 'f', priority: 32_767 },
      { kind: 'note', payload: 'c' },
      { kind: 'note', payload: 'd' },
      { kind: 'note', payload: 'b', priority: 99 },
      { kind: 'another', payload: 'its own', priority: 7 },
      { kind: 'note', payload: 'a', priority: -5 },
    ]);
    expect(await queue.drain()).toBe(6);
    expect(ran).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('drains what handlers enqueue, and leaves kinds it does not know', async () => {
    const queue = queueOf({
      count: {
        run: async (job) => {
          const left = job.payload as number;
          if (left > 0) await enqueue(database.db, { kind: 'count', payload: left - 1 });
        },
      },
    });
    await enqueue(database.db, [
      { kind: 'count', payload: 4 },
      { kind: 'foreign', payload: null },
    ]);
    expect(await queue.drain()).toBe(5);
    expect(await rows()).toMatchObject([{ kind: 'foreign', attempts: 0 }]);
  });

  it('gives each job to one of several queues', async () => {
    const seen: number[] = [];
    const run = async (job: { payload: unknown }) => {
      seen.push(job.payload as number);
      await pause(Math.random() * 2);
    };
    const workers = [database, anotherDatabase(), anotherDatabase()].map((on) => queueOf({ note: { run } }, { on }));
    const total = 600;
    await enqueue(
      database.db,
      Array.from({ length: total }, (_, index) => ({ kind: 'note', payload: index })),
    );
    for (const queue of workers) queue.start();
    await vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 15_000 });
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, index) => index));
  });

  it('learns about jobs from its own process and from others immediately', async () => {
    const ran: unknown[] = [];
    const queue = queueOf({ note: { run: async (job) => void ran.push(job.payload) } }, { pollMs: 60_000 });
    queue.start();
    await inTransaction(database.db, (tx) => enqueue(tx, { kind: 'note', payload: 'here' }));
    await vi.waitFor(() => expect(ran).toEqual(['here']), { timeout: 10_000 });
    const other = anotherDatabase();
    // The listening connection may still be opening, so repeat the notification.
    await enqueue(other.db, { kind: 'note', payload: 'elsewhere' });
    await vi.waitFor(
      () => {
        notifyJobs(other);
        expect(ran).toEqual(['here', 'elsewhere']);
      },
      { timeout: 10_000 },
    );
  });

  it('finds jobs without a notification by polling', async () => {
    const ran: unknown[] = [];
    const queue = queueOf({ note: { run: async (job) => void ran.push(job.payload) } }, { pollMs: 50 });
    queue.start();
    await pause(100);
    await sql`insert into jobs (kind, payload) values ('note', '"quiet"')`.execute(database.db);
    await vi.waitFor(() => expect(ran).toEqual(['quiet']), { timeout: 10_000 });
  });

  it('lets no kind of job starve another, even when it fills every slot', async () => {
    const release = new AbortController();
    const blocked = new Promise<void>((resolve) => release.signal.addEventListener('abort', () => resolve()));
    let slow = 0;
    const ran: unknown[] = [];
    const queue = queueOf(
      {
        slow: {
          run: async () => {
            slow += 1;
            await blocked;
          },
        },
        quick: { run: async (job) => void ran.push(job.payload) },
      },
      { concurrency: 4, pollMs: 50 },
    );
    await enqueue(
      database.db,
      Array.from({ length: 30 }, () => ({ kind: 'slow', payload: null, priority: 1 })),
    );
    queue.start();
    await vi.waitFor(() => expect(slow).toBe(4), { timeout: 10_000 });
    await enqueue(
      database.db,
      [1, 2, 3].map((payload) => ({ kind: 'quick', payload })),
    );
    await vi.waitFor(() => expect(ran).toEqual([1, 2, 3]), { timeout: 10_000 });
    expect(slow).toBe(4);
    release.abort();
    await vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 10_000 });
  });

  it('keeps to the concurrency of a kind', async () => {
    let busy = 0;
    let busyMax = 0;
    const run = async () => {
      busy += 1;
      busyMax = Math.max(busyMax, busy);
      await pause(5);
      busy -= 1;
    };
    const queue = queueOf({ note: { run, concurrency: 3 } }, { pollMs: 50 });
    await enqueue(
      database.db,
      Array.from({ length: 20 }, () => ({ kind: 'note', payload: null })),
    );
    queue.start();
    await vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 10_000 });
    expect(busyMax).toBe(3);
  });
});

describe('failure', () => {
  it('is recorded and retried after the backoff, until the job is dead', async () => {
    const clock = fakeClock();
    const attempts: number[] = [];
    const run = async (job: { attempt: number }) => {
      attempts.push(job.attempt);
      throw new Error(`broken ${'x'.repeat(600)}`);
    };
    const queue = queueOf({ note: { run, maxAttempts: 3, backoffMs: (attempt) => attempt * 1_000 } }, { clock });
    await enqueue(database.db, { kind: 'note', payload: null, dedupeKey: 'k' });
    expect(await queue.drain()).toBe(1);
    expect(await rows()).toMatchObject([
      { attempts: 1, token: null, locked_until: null, run_at: plusMs(clock.now(), 1_000), dead_at: null },
    ]);
    expect((await rows())[0]?.last_error).toMatch(/^broken x{493}$/);
    clock.advance(999);
    expect(await queue.drain()).toBe(0);
    clock.advance(1);
    expect(await queue.drain()).toBe(1);
    clock.advance(2_000);
    expect(await queue.drain()).toBe(1);
    expect(attempts).toEqual([1, 2, 3]);
    expect(await rows()).toMatchObject([{ attempts: 3, dead_at: clock.now() }]);
    clock.advance(1_000_000);
    expect(await queue.drain()).toBe(0);
    await enqueue(database.db, { kind: 'note', payload: 'anew', dedupeKey: 'k' });
    expect(await queueDepth(database.db)).toMatchObject({ ready: 1, running: 0, dead: 1 });
  });

  it.each([
    ['timeout exceeded when trying to connect', undefined, false],
    ['connect ECONNREFUSED', 'ECONNREFUSED', false],
    ['canceling statement due to statement timeout', '57014', true],
  ])('by the database (%s) counts against the job or not', async (message, code, counts) => {
    const clock = fakeClock();
    let runs = 0;
    const run = async () => {
      runs += 1;
      if (runs <= 3) throw Object.assign(new Error(message), code === undefined ? {} : { code });
    };
    const queue = queueOf({ note: { run, maxAttempts: 2, backoffMs: () => 1_000 } }, { clock });
    await enqueue(database.db, { kind: 'note', payload: null });
    for (let turn = 0; turn < 5; turn += 1) {
      await queue.drain();
      clock.advance(1_000);
    }
    expect(runs).toBe(counts ? 2 : 4);
    expect(await rows()).toMatchObject(counts ? [{ dead_at: expect.any(Date) }] : []);
  });

  it('with a transaction of its own that rolled back leaves the job', async () => {
    const clock = fakeClock();
    const queue = queueOf(
      {
        note: {
          run: (_, control) =>
            inTransaction(database.db, async (tx) => {
              await control.complete(tx);
              throw new Error('not after all');
            }),
        },
      },
      { clock },
    );
    await enqueue(database.db, { kind: 'note', payload: null });
    expect(await queue.drain()).toBe(1);
    expect(await rows()).toMatchObject([{ attempts: 1, last_error: 'not after all', token: null }]);
  });

  it('of the last attempt does not swallow a new request for the job', async () => {
    const run = async () => {
      await enqueue(database.db, { kind: 'note', payload: null, dedupeKey: 'k', runAt: plusMs(clock.now(), 60_000) });
      throw new Error('broken');
    };
    const clock = fakeClock();
    const queue = queueOf({ note: { run, maxAttempts: 1 } }, { clock });
    await enqueue(database.db, { kind: 'note', payload: null, dedupeKey: 'k' });
    expect(await queue.drain()).toBe(1);
    expect(await rows()).toMatchObject([{ attempts: 0, dead_at: null, run_at: plusMs(clock.now(), 60_000) }]);
  });
});

describe('control', () => {
  it('completes in one transaction with the job’s writes', async () => {
    await sql`create table effects (id int primary key)`.execute(database.db);
    const queue = queueOf({
      note: {
        run: (_, control) =>
          inTransaction(database.db, async (tx) => {
            await sql`insert into effects values (1)`.execute(tx);
            await control.complete(tx);
          }),
      },
    });
    await enqueue(database.db, { kind: 'note', payload: null });
    expect(await queue.drain()).toBe(1);
    expect(await rows()).toEqual([]);
    expect((await sql`select * from effects`.execute(database.db)).rows).toEqual([{ id: 1 }]);
  });

  it('reschedules with a new payload and counts the attempts anew', async () => {
    const clock = fakeClock();
    const seen: unknown[] = [];
    const queue = queueOf(
      {
        note: {
          run: async (job, control) => {
            seen.push([job.payload, job.attempt]);
            if (seen.length === 1) throw new Error('once');
            if (seen.length === 2) await control.rescheduleAt(database.db, plusMs(clock.now(), 5_000), { step: 2 });
          },
          backoffMs: () => 0,
        },
      },
      { clock },
    );
    await enqueue(database.db, { kind: 'note', payload: { step: 1 } });
    expect(await queue.drain()).toBe(2);
    expect(await rows()).toMatchObject([{ payload: { step: 2 }, attempts: 0, run_at: plusMs(clock.now(), 5_000) }]);
    clock.advance(5_000);
    expect(await queue.drain()).toBe(1);
    expect(seen).toEqual([
      [{ step: 1 }, 1],
      [{ step: 1 }, 2],
      [{ step: 2 }, 1],
    ]);
    expect(await rows()).toEqual([]);
  });
});
