import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { anotherDatabase, database, fakeClock, queueOf, test, withQueues } from '../../../test/harness/queues.ts';
import { plusMs } from '../../kit/clock.ts';
import { inTransaction } from '../database/index.ts';
import { enqueueUnchecked as enqueue } from './enqueue.ts';
import { type JobControl, LostLease, queueDepth } from './index.ts';

withQueues();

const rows = async () => (await sql<Record<string, unknown>>`select * from jobs order by id`.execute(database.db)).rows;

describe('leases', () => {
  it('run the job of a killed process again, and not before its lease is over', async () => {
    const href = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
    const script = `
      import { systemClock } from ${href('../../kit/clock.ts')};
      import { openDatabase } from ${href('../database/index.ts')};
      import { createQueue } from ${href('./index.ts')};
      const run = () => new Promise(() => console.log('running'));
      const database = openDatabase({ url: process.env.TEST_URL });
      createQueue({ database, clock: systemClock, logger: console, handlers: { note: { run, leaseMs: 3000 } } }).start();`;
    await enqueue(database.db, { kind: 'note', payload: null });
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TEST_URL: test.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const [held] = await rows();
    let startedAt: Date | undefined;
    const run = async () => {
      startedAt = new Date();
    };
    queueOf({ note: { run } }, { pollMs: 50 }).start();
    await vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 10_000 });
    expect(Number(startedAt)).toBeGreaterThanOrEqual(Number(held?.locked_until));
  });

  it('give the job of a dead worker to the next one', async () => {
    const clock = fakeClock();
    await enqueue(database.db, { kind: 'note', payload: null });
    // As left by a worker that was killed after its claim.
    await sql`update jobs set token = gen_random_uuid(), attempts = 1, locked_until = ${plusMs(clock.now(), 60_000)}`.execute(
      database.db,
    );
    const attempts: number[] = [];
    const queue = queueOf({ note: { run: async (job) => void attempts.push(job.attempt) } }, { clock });
    expect(await queue.drain()).toBe(0);
    clock.advance(60_000);
    expect(await queue.drain()).toBe(1);
    expect(attempts).toEqual([2]);
  });

  it('mark a job dead if it kills its worker every time', async () => {
    await enqueue(database.db, { kind: 'note', payload: null });
    await sql`update jobs set attempts = 2`.execute(database.db);
    const run = vi.fn(async () => {});
    expect(await queueOf({ note: { run, maxAttempts: 2 } }).drain()).toBe(1);
    expect(run).not.toHaveBeenCalled();
    expect(await rows()).toMatchObject([{ dead_at: expect.any(Date), last_error: expect.stringContaining('crashed') }]);
  });

  it('are extended while a job runs', async () => {
    const clock = fakeClock();
    const thief = vi.fn(async () => {});
    const rival = queueOf({ note: { run: thief } }, { clock, on: anotherDatabase() });
    const lockedUntil = async () => (await rows())[0]?.locked_until;
    const run = async () => {
      const first = plusMs(clock.now(), 300);
      expect(await lockedUntil()).toEqual(first);
      clock.advance(200);
      await vi.waitFor(async () => expect(await lockedUntil()).toEqual(plusMs(first, 200)), { timeout: 10_000 });
      clock.advance(200);
      expect(await rival.drain()).toBe(0);
    };
    await enqueue(database.db, { kind: 'note', payload: null });
    expect(await queueOf({ note: { run, leaseMs: 300 } }, { clock }).drain()).toBe(1);
    expect(thief).not.toHaveBeenCalled();
    expect(await rows()).toEqual([]);
  });

  it('fence off a worker that lost its job: it is notified, and writes nothing', async () => {
    await sql`create table effects (worker text)`.execute(database.db);
    const clock = fakeClock();
    const finish = (worker: string, control: JobControl) =>
      inTransaction(database.db, async (tx) => {
        await sql`insert into effects values (${worker})`.execute(tx);
        await control.complete(tx);
      });
    let lost: unknown;
    const slow = queueOf(
      {
        note: {
          run: async (_, control) => {
            clock.advance(60_001);
            await rival.drain();
            lost = await finish('slow', control).catch((error) => error);
            expect(control.signal.reason).toBeInstanceOf(LostLease);
            await control.rescheduleAt(database.db, clock.now()).catch(() => {});
            throw new Error('too late');
          },
        },
      },
      { clock },
    );
    const rival = queueOf(
      { note: { run: (_, control) => finish('rival', control) } },
      { clock, on: anotherDatabase() },
    );
    await enqueue(database.db, { kind: 'note', payload: null });
    expect(await slow.drain()).toBe(1);
    expect(lost).toBeInstanceOf(LostLease);
    expect((await sql`select * from effects`.execute(database.db)).rows).toEqual([{ worker: 'rival' }]);
    expect(await rows()).toEqual([]);
  });

  it.each<[string, (control: JobControl) => Promise<void>]>([
    ['completes', (control) => inTransaction(database.db, (tx) => control.complete(tx))],
    ['reschedules', (control) => control.rescheduleAt(database.db, new Date(), 'changed')],
    ['returns', async () => {}],
    ['throws', () => Promise.reject(new Error('broken'))],
  ])('leave a job that another worker runs by now untouched when the first one %s', async (_, end) => {
    const taken = { token: '00000000-0000-4000-8000-000000000000', attempts: 2, locked_until: new Date('2100-01-01') };
    const queue = queueOf({
      note: {
        run: async (_job, control) => {
          await sql`update jobs set token = ${taken.token}, attempts = 2, locked_until = ${taken.locked_until}`.execute(
            database.db,
          );
          await end(control);
        },
      },
    });
    await enqueue(database.db, { kind: 'note', payload: 'original' });
    expect(await queue.drain()).toBe(1);
    expect(await rows()).toMatchObject([{ ...taken, payload: 'original', last_error: null, dead_at: null }]);
  });

  it('abort the signal when a heartbeat finds that another worker has the job', async () => {
    const queue = queueOf({
      note: {
        leaseMs: 150,
        run: async (_, control) => {
          await sql`update jobs set token = gen_random_uuid(), locked_until = '2100-01-01'`.execute(database.db);
          await new Promise((resolve) => control.signal.addEventListener('abort', resolve));
          throw control.signal.reason;
        },
      },
    });
    await enqueue(database.db, { kind: 'note', payload: null });
    expect(await queue.drain()).toBe(1);
    expect(await rows()).toMatchObject([{ attempts: 1, last_error: null, token: expect.any(String) }]);
  });

  it('that beat together are kept or lost each by itself', async () => {
    const isTaken = Promise.withResolvers<void>();
    const begun: number[] = [];
    const aborted: number[] = [];
    const leases = async () => {
      const { rows: held } = await sql<{ id: number; until: Date }>`
        select id, locked_until as until from jobs order by id`.execute(database.db);
      return held;
    };
    const queue = queueOf({
      note: {
        leaseMs: 30_000,
        run: async ({ id }, control) => {
          begun.push(id);
          control.signal.addEventListener('abort', () => aborted.push(id));
          await isTaken.promise;
        },
      },
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await enqueue(
        database.db,
        [1, 2, 3].map((payload) => ({ kind: 'note', payload })),
      );
      const drained = queue.drain();
      await vi.waitFor(() => expect(begun).toHaveLength(3), { timeout: 10_000 });
      const before = await leases();
      const [first, taken, last] = before;
      await sql`update jobs set token = gen_random_uuid() where id = ${taken?.id}`.execute(database.db);
      vi.advanceTimersByTime(10_000);
      await vi.waitFor(() => expect(aborted).toEqual([taken?.id]), { timeout: 10_000 });
      const after = await leases();
      for (const kept of [first, last]) {
        expect(after.find(({ id }) => id === kept?.id)?.until.getTime()).toBeGreaterThan(kept?.until.getTime() ?? 0);
      }
      expect(after.find(({ id }) => id === taken?.id)).toEqual(taken);
      isTaken.resolve();
      await drained;
      expect(await leases()).toEqual([taken]);
    } finally {
      vi.useRealTimers();
      isTaken.resolve();
    }
  });
});

describe('stop', () => {
  it('waits for what runs and takes nothing more', async () => {
    let ran = 0;
    const run = async () => {
      await pause(100);
      ran += 1;
    };
    const queue = queueOf({ note: { run, concurrency: 1 } });
    await enqueue(
      database.db,
      [1, 2, 3].map((payload) => ({ kind: 'note', payload })),
    );
    queue.start();
    await vi.waitFor(async () => expect((await queueDepth(database.db)).running).toBe(1), { timeout: 10_000 });
    await queue.stop(10_000);
    const finished = ran;
    expect(await queueDepth(database.db)).toMatchObject({ ready: 3 - finished, running: 0 });
    await pause(150);
    expect(ran).toBe(finished);
  });

  it('aborts jobs that do not end in time, and requeues them without counting an attempt', async () => {
    const queue = queueOf({ note: { run: (_, { signal }) => pause(60_000, undefined, { signal }) } });
    await enqueue(database.db, { kind: 'note', payload: null });
    queue.start();
    await vi.waitFor(async () => expect((await queueDepth(database.db)).running).toBe(1), { timeout: 10_000 });
    await queue.stop(10);
    const givenBack = [{ attempts: 0, token: null, locked_until: null }];
    await vi.waitFor(async () => expect(await rows()).toMatchObject(givenBack), { timeout: 10_000 });
  });
});

describe('queueDepth', () => {
  it('counts what is ready, running and dead', async () => {
    expect(await queueDepth(database.db)).toEqual({ ready: 0, running: 0, dead: 0, oldestReadyMs: null });
    const now = new Date();
    await enqueue(database.db, [
      { kind: 'note', payload: 1 },
      { kind: 'note', payload: 2, runAt: plusMs(now, 60_000) },
      { kind: 'note', payload: 3 },
      { kind: 'note', payload: 4 },
    ]);
    await sql`update jobs set locked_until = now() + interval '1 minute', token = gen_random_uuid() where payload = '3'`.execute(
      database.db,
    );
    await sql`update jobs set dead_at = now() where payload = '4'`.execute(database.db);
    const depth = await queueDepth(database.db, { now: plusMs(now, 5_000) });
    expect(depth).toMatchObject({ ready: 1, running: 1, dead: 1 });
    expect(depth.oldestReadyMs).toBeGreaterThan(3_000);
    expect(depth.oldestReadyMs).toBeLessThan(30_000);
  });
});
