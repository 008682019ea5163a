import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../test/harness/fake-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/postgres.ts';
import { hourMs, minuteMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { insertAccount } from '../../access/accounts/index.ts';
import { countOutcomes, recountLate } from './jobs.ts';
import { listOutcomes, lockCheckpoint, writeOutcomes } from './sql-outcomes.ts';

const accountId = newId();
let test: TestDatabase;
let clock: ReturnType<typeof fakeClock>;

beforeEach(async () => {
  await test?.drop();
  test = await createTestDatabase();
  clock = fakeClock(new Date('2026-08-21T10:20:30.000Z'));
  await insertAccount(test.database.db, accountId, 'one@example.com', clock.now());
});
afterAll(() => test.drop());

/** An order that ended at this time. It was placed after one second, or failed. */
async function tell(
  at: string,
  { failure = null, doubt = null }: { failure?: string | null; doubt?: string | null } = {},
) {
  const { db } = test.database;
  const id = newId();
  const made = new Date(`2026-08-21T${at}Z`);
  await sql`
    insert into orders (id, account_id, world, status, retailer, max_price_cents, fee_cents, shipping_address, metadata, is_gift, attempts, epoch, job_result, doubt,
      created_at, updated_at, ended_at)
    values (${id}, ${accountId}, 'live', ${failure ? 'order_failed' : 'order_placed'}, 'amazon', 1000, 100, '{}', '{}', false, 1, 1, ${JSON.stringify({ error_type: failure })},
      ${doubt && JSON.stringify({ reason: doubt })}, ${made}, ${made}, ${new Date(made.getTime() + 1_000)})`.execute(
    db,
  );
  await sql`
    insert into events (id, account_id, world, type, order_id, subject_kind, subject_id, body, cause, created_at)
    values (${newId()}, ${accountId}, 'live', ${failure ? 'order.failed' : 'order.placed'}, ${id}, 'order', ${id}, '{}', ${newId()}, ${made})`.execute(
    db,
  );
}

const count = () => countOutcomes({ database: test.database, clock });

/** The charts' hours, outcomes and counts. */
async function counted(): Promise<string[]> {
  const since = new Date('2026-08-21T00:00:00Z');
  const rows = await listOutcomes(test.database.db, 'live', 'amazon', { since, by: 'hour' });
  return rows
    .map(({ at, outcome, reason, orders, doubts }) => `${at.getUTCHours()} ${outcome} ${reason} ${orders} ${doubts}`)
    .sort();
}

describe('outcomes of orders', () => {
  it('are first counted by hour, with reason and review state', async () => {
    for (const at of ['09:00:00', '10:00:00', '10:10:00', '10:20:10']) await tell(at);
    await tell('10:20:20', { failure: 'product_out_of_stock' });
    await tell('10:20:20', { doubt: 'no answer' });
    await count();
    const hours = ['10 failed product_out_of_stock 1 0', '10 placed  4 1', '9 placed  1 0'];
    expect(await counted()).toEqual(hours);
    await count();
    expect(await counted()).toEqual(hours);
  });

  it('are counted at the full hour too', async () => {
    clock.set(new Date('2026-08-21T10:00:00.000Z'));
    await tell('10:00:00');
    await count();
    expect(await counted()).toEqual(['10 placed  1 0']);
  });

  it('are counted from there on, with those up to three minutes late', async () => {
    await tell('10:05:00');
    await count();
    await tell('10:18:10');
    clock.advance(minuteMs);
    await tell('10:21:10');
    await sql`delete from events where created_at < '2026-08-21T10:10:00Z'`.execute(test.database.db);
    await count();
    expect(await counted()).toEqual(['10 placed  3 0']);
    await tell('10:17:59');
    await count();
    expect(await counted()).toEqual(['10 placed  3 0']);
  });

  it('are counted no matter how late they arrive', async () => {
    for (const at of ['08:30:00', '10:05:00', '10:19:00']) await tell(at);
    await count();
    const late = async (at: string) => {
      await tell(at);
      await recountLate({ database: test.database, clock }, new Date(`2026-08-21T${at}Z`));
      await count();
      return counted();
    };
    expect(await late('10:17:00')).toEqual(['10 placed  3 0']);
    expect(await late('09:10:00')).toEqual(['10 placed  3 0', '8 placed  1 0', '9 placed  1 0']);
    expect(await late('04:10:00')).toEqual(['10 placed  3 0', '4 placed  1 0', '8 placed  1 0', '9 placed  1 0']);
    await sql`delete from events`.execute(test.database.db);
    clock.advance(minuteMs);
    await count();
    expect(await counted()).toEqual(['10 placed  1 0', '4 placed  1 0', '8 placed  1 0', '9 placed  1 0']);
  });

  it('are recounted from the hour before the first late one', async () => {
    const late = (at: string) => recountLate({ database: test.database, clock }, new Date(`2026-08-21T${at}Z`));
    const recounted = async () =>
      (await sql`select recount_from as at from outcome_checkpoint`.execute(test.database.db)).rows;
    await late('10:18:31');
    expect(await recounted()).toEqual([{ at: null }]);
    await late('10:18:30');
    expect(await recounted()).toEqual([{ at: new Date('2026-08-21T09:00:00Z') }]);
    await Promise.all(['08:18:30', '07:18:30', '09:18:30'].map(late));
    await late('08:18:30');
    expect(await recounted()).toEqual([{ at: new Date('2026-08-21T06:00:00Z') }]);
  });

  it('are recounted if one arrives during a count', async () => {
    await count();
    const late = new Date('2026-08-21T09:10:00Z');
    let asked: Promise<void> | undefined;
    await inTransaction(test.database.db, async (tx) => {
      await lockCheckpoint(tx);
      asked = recountLate({ database: test.database, clock }, late);
      await pause(100);
      await writeOutcomes(tx, {
        since: new Date('2026-08-21T10:17:00Z'),
        until: new Date('2026-08-21T11:17:00Z'),
        countedTo: clock.now(),
      });
      await tell('09:10:00');
    });
    await asked;
    await count();
    expect(await counted()).toEqual(['9 placed  1 0']);
  });

  it('stay complete in an hour that is partly recounted', async () => {
    for (const at of ['09:10:00', '09:40:00']) await tell(at);
    await count();
    const part = { since: new Date('2026-08-21T08:30:00Z'), until: new Date('2026-08-21T09:30:00Z') };
    await inTransaction(test.database.db, (tx) => writeOutcomes(tx, { ...part, countedTo: part.until }));
    expect(await counted()).toEqual(['9 placed  2 0']);
  });

  it('count in their own hour when they arrive late around its end', async () => {
    await tell('10:20:00');
    await count();
    clock.set(new Date('2026-08-21T10:59:50.000Z'));
    await count();
    await tell('10:59:55');
    clock.set(new Date('2026-08-21T11:00:50.000Z'));
    await tell('11:00:10');
    await count();
    expect(await counted()).toEqual(['10 placed  2 0', '11 placed  1 0']);
    await tell('10:58:30');
    clock.advance(minuteMs);
    await count();
    expect(await counted()).toEqual(['10 placed  3 0', '11 placed  1 0']);
  });

  it('are complete after hours without counting, and old minutes are deleted', async () => {
    await tell('10:20:00');
    await count();
    for (const at of ['10:40:00', '12:30:00', '15:10:00']) await tell(at);
    clock.advance(5 * hourMs);
    await count();
    const hours = ['10 placed  2 0', '12 placed  1 0', '15 placed  1 0'];
    expect(await counted()).toEqual(hours);
    clock.advance(minuteMs);
    await count();
    expect(await counted()).toEqual(hours);
    const { rows } = await sql<{ minute: Date }>`select minute from outcome_minutes`.execute(test.database.db);
    expect(rows.map(({ minute }) => minute.toISOString())).toEqual(['2026-08-21T15:10:00.000Z']);
  });

  it('are not lost when the clock was set back or ran ahead', async () => {
    for (const at of ['08:05:00', '08:29:40', '10:02:00', '10:19:00']) await tell(at);
    const each = async (from: string, to: string) => {
      for (
        clock.set(new Date(`2026-08-21T${from}Z`));
        clock.now() <= new Date(`2026-08-21T${to}Z`);
        clock.advance(minuteMs)
      )
        await count();
    };
    await each('08:00:30', '10:20:30');
    const hours = ['10 placed  2 0', '8 placed  2 0'];
    expect(await counted()).toEqual(hours);
    for (const at of ['10:19:50', '08:30:00', '12:20:30', '10:23:30']) {
      clock.set(new Date(`2026-08-21T${at}Z`));
      await count();
      expect(await counted()).toEqual(hours);
    }
  });

  it('leave hours without data unchanged, even with a wrong clock', async () => {
    const add = (hour: string, orders: number) =>
      sql`
      insert into outcome_hours (world, retailer, hour, outcome, bucket, orders) values ('live', 'amazon', ${hour}, 'placed', 1, ${orders})`.execute(
        test.database.db,
      );
    await tell('10:05:00');
    await count();
    await add('2026-08-21T04:00:00Z', 77);
    await add('2026-08-21T07:00:00Z', 55);
    const hours = ['10 placed  1 0', '4 placed  77 0', '7 placed  55 0'];
    for (const at of ['2026-08-21T04:30:00Z', '2026-08-21T10:21:00Z', '2026-06-01T00:00:00Z', '2026-08-21T10:22:00Z']) {
      clock.set(new Date(at));
      await count();
      expect(await counted()).toEqual(hours);
    }
  });

  it('are recounted for at most seven days', async () => {
    await tell('03:59:59');
    await tell('04:00:00');
    await count();
    clock.set(new Date('2026-08-28T05:20:00Z'));
    await recountLate({ database: test.database, clock }, new Date('2026-08-21T01:00:00Z'));
    await count();
    expect(await counted()).toEqual(['4 placed  1 0']);
  });
});
