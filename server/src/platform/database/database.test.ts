import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/postgres.ts';
import {
  afterCommit,
  deleteInPortions,
  disableSeqScan,
  inTransaction,
  isInvalidInput,
  isUnavailable,
  isUniqueViolation,
  listen,
  openDatabase,
  runNamed,
} from './index.ts';
import { bytesPerTurn, streamOf } from './open.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await sql`create table marks (id int primary key, note text not null)`.execute(test.database.db);
});

afterAll(() => test.drop());

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('It was expected to fail.');
    },
    (error) => error,
  );

describe('a large result', () => {
  it('is read over many turns of the event loop', async () => {
    const client = await test.database.pool.connect();
    const bytesByTurn = [0];
    const onData = (chunk: Buffer) => {
      bytesByTurn[bytesByTurn.length - 1] = (bytesByTurn.at(-1) ?? 0) + chunk.length;
    };
    let turn: NodeJS.Immediate;
    const countTurn = () => {
      bytesByTurn.push(0);
      turn = setImmediate(countTurn);
    };
    turn = setImmediate(countTurn);
    streamOf(client).on('data', onData);
    const { rows } = await client.query("select repeat('x', 100000) as note from generate_series(1, 200)");
    clearImmediate(turn);
    streamOf(client).off('data', onData);
    client.release();
    expect(rows.map(({ note }) => note.length)).toEqual(Array(200).fill(100_000));
    const chunkMax = 64 * 1024;
    expect(Math.max(...bytesByTurn)).toBeLessThanOrEqual(bytesPerTurn + chunkMax);
  });
});

describe('values', () => {
  it('come back as exact numbers, dates and text', async () => {
    const { rows } = await sql`
      select 9007199254740991::bigint as big, '{1,2,null}'::bigint[] as bigs, '2026-08-21'::date as day,
        '2026-08-21T10:00:00.123Z'::timestamptz as moment, 1.50::numeric as amount, count(*) as total from marks
    `.execute(test.database.db);
    expect(rows[0]).toEqual({
      big: Number.MAX_SAFE_INTEGER,
      bigs: [1, 2, null],
      day: '2026-08-21',
      moment: new Date('2026-08-21T10:00:00.123Z'),
      amount: '1.50',
      total: 0,
    });
  });

  it('fail rather than round a bigint, and leave the connection usable', async () => {
    await expect(sql`select 9007199254740993::bigint as big`.execute(test.database.db)).rejects.toThrow(RangeError);
    expect((await sql`select 1 as one`.execute(test.database.db)).rows).toEqual([{ one: 1 }]);
  });
});

describe('prepared statements', () => {
  it('are used for Kysely statements with parameters and for named ones', async () => {
    const database = openDatabase({ url: test.url, poolMax: 1 });
    for (const id of [1, 2, 3]) {
      await sql`select note from marks where id = ${id}`.execute(database.db);
      await runNamed(database, { name: 'marks_by_id', text: 'select * from marks where id = $1' }, [id]);
    }
    const { rows } = await sql<{ name: string; statement: string }>`
      select name, statement from pg_prepared_statements where statement like '%from marks%' order by name
    `.execute(database.db);
    expect(rows).toEqual([
      { name: expect.stringMatching(/^h[0-9a-f]{24}$/), statement: 'select note from marks where id = $1' },
      { name: 'marks_by_id', statement: 'select * from marks where id = $1' },
    ]);
    await database.close();
  });

  it('run inside a transaction too', async () => {
    const statement = { name: 'sum_of_two', text: 'select $1::int + $2::int as sum' };
    const rows = await inTransaction(test.database.db, (tx) => runNamed<{ sum: number }>(tx, statement, [1, 2]));
    expect(rows).toEqual([{ sum: 3 }]);
  });

  it('outlive a change of their table: the next try works', async () => {
    const database = openDatabase({ url: test.url, poolMax: 1 });
    await sql`create table shapes (id int)`.execute(database.db);
    const read = () => sql`select * from shapes where id = ${1}`.execute(database.db);
    await read();
    await sql`alter table shapes add column side int`.execute(test.database.db);
    await read().catch(() => {});
    expect((await read()).rows).toEqual([]);
    await database.close();
  });
});

describe('errors', () => {
  it('of class 22 are invalid input', async () => {
    const error = await failureOf(sql`select ${'x'}::text::int`.execute(test.database.db));
    expect(isInvalidInput(error)).toBe(true);
    expect(isUnavailable(error)).toBe(false);
    expect(isInvalidInput(await failureOf(sql`select ${'a\0b'}::text`.execute(test.database.db)))).toBe(true);
  });

  it('of unique keys are told by constraint', async () => {
    const insert = sql`insert into marks values (1, 'a'), (1, 'b')`;
    const error = await failureOf(insert.execute(test.database.db));
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'marks_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'another')).toBe(false);
    expect((await sql`select 1 from marks`.execute(test.database.db)).rows).toEqual([]);
  });

  it.each([
    ['nobody listens', 'postgresql://errand@127.0.0.1:1/errand'],
    ['the socket is not there', 'postgresql://errand@/errand?host=%2Fno%2Fsuch%2Ffolder'],
  ])('say that the database is unavailable when %s', async (_, url) => {
    const database = openDatabase({ url });
    expect(isUnavailable(await failureOf(sql`select 1`.execute(database.db)))).toBe(true);
    await database.close();
  });

  it('say so when a statement takes too long, and when the pool is closed', async () => {
    const database = openDatabase({ url: test.url, statementTimeoutMs: 50 });
    expect(isUnavailable(await failureOf(sql`select pg_sleep(10)`.execute(database.db)))).toBe(true);
    await database.close();
    expect(isUnavailable(await failureOf(database.pool.query('select 1')))).toBe(true);
  });

  it('are not confused with anything else', () => {
    for (const error of [undefined, null, 'text', new Error('Something else'), { code: '08006' }]) {
      expect([isUnavailable(error), isInvalidInput(error), isUniqueViolation(error)]).toEqual([false, false, false]);
    }
  });
});

describe('a statement', () => {
  it('leaves only short-lived garbage', async () => {
    setFlagsFromString('--expose-gc');
    const collect: (options: { type: 'minor' | 'major' }) => void = runInNewContext('gc');
    const ask = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        // Not slices of one text: each has its own bytes.
        const text = Buffer.alloc(20_000, 'x').toString('latin1') + index;
        await sql`select ${text}::text as text`.execute(test.database.db);
        await runNamed(test.database, { name: 'leaves-nothing', text: 'select $1::text as text' }, [text]);
      }
    };
    await ask(20);
    collect({ type: 'major' });
    const before = process.memoryUsage().heapUsed;
    await ask(200);
    for (let age = 0; age < 2; age += 1) collect({ type: 'minor' });
    // 16 MB were sent and received.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(5_000_000);
  });
});

describe('a client', () => {
  it('answers in each of the driver’s modes', async () => {
    const client = await test.database.pool.connect();
    try {
      const ways: ((answered: (error: Error | null, result?: { rows: unknown[] }) => void) => void)[] = [
        (answered) => client.query('select 7 as n', answered),
        (answered) => client.query('select $1::int as n', [7], answered),
        (answered) => client.query({ text: 'select $1::int as n', values: [7] }, answered),
      ];
      for (const way of ways) {
        const rows = await new Promise((resolve, reject) =>
          way((error, result) => (error ? reject(error) : resolve(result?.rows))),
        );
        expect(rows).toEqual([{ n: 7 }]);
      }
      const failed = await new Promise<Error | null>((resolve) =>
        client.query('select 1 / 0', (error: Error) => resolve(error)),
      );
      expect(failed?.message).toBe('division by zero');
      const own = new pg.Query('select 7 as n');
      const answers = Promise.all([once(own, 'row'), once(own, 'end')]);
      expect(client.query(own)).toBe(own);
      const [[row]] = await answers;
      expect(row).toEqual({ n: 7 });
    } finally {
      client.release();
    }
  });
});

describe('a connection', () => {
  it('uses no JIT compilation, whatever the server’s default', async () => {
    const { rows: named } = await sql<{ name: string }>`select current_database() as name`.execute(test.database.db);
    const name = sql.id(named[0]!.name);
    await sql`alter database ${name} set jit = on`.execute(test.database.db);
    const database = openDatabase({ url: test.url, poolMax: 1, onConnect: disableSeqScan });
    try {
      const { rows } =
        await sql`select current_setting('jit') as jit, reset_val from pg_settings where name = 'jit'`.execute(
          database.db,
        );
      expect(rows).toEqual([{ jit: 'off', reset_val: 'on' }]);
    } finally {
      await database.close();
      await sql`alter database ${name} reset jit`.execute(test.database.db);
    }
  });

  it('for jobs keeps using an index for a table that was small at first', async () => {
    const database = openDatabase({ url: test.url, poolMax: 1, onConnect: disableSeqScan });
    try {
      await sql`create table short as select 1 as id`.execute(database.db);
      await sql`create index on short (id)`.execute(database.db);
      await sql`set plan_cache_mode = force_generic_plan`.execute(database.db);
      await sql`prepare asked (int) as select id from short where id = $1`.execute(database.db);
      const { rows } = await sql`explain execute asked (1)`.execute(database.db);
      expect(JSON.stringify(rows)).toContain('Index');
    } finally {
      await database.close();
    }
  });

  it('that stops answering times out on our side and is not used again', async () => {
    const database = openDatabase({ url: test.url, poolMax: 1, statementTimeoutMs: 1000 });
    // Turn the server's own limit off, as if it hung.
    await sql`set statement_timeout = 0`.execute(database.db);
    const error = await failureOf(sql`select pg_sleep(${60})`.execute(database.db));
    expect(isUnavailable(error)).toBe(true);
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
    await database.close();
  });

  it('to a server that has become a standby is not used again', async () => {
    const database = openDatabase({ url: test.url, poolMax: 1 });
    await sql`set default_transaction_read_only = on`.execute(database.db);
    const error = await failureOf(sql`insert into marks values (${900}, 'lost')`.execute(database.db));
    expect(isUnavailable(error)).toBe(true);
    await sql`insert into marks values (${900}, 'kept')`.execute(database.db);
    await database.close();
  });

  it('that the server ends fails its query only', async () => {
    const onError = vi.fn();
    const database = openDatabase({ url: test.url, poolMax: 2, onError });
    const work = inTransaction(database.db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(test.database.db);
      await pause(50);
      await sql`select 1`.execute(tx);
    });
    expect(isUnavailable(await failureOf(work))).toBe(true);
    await database.pool.query('select 1');
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and application_name = 'errand'`.execute(test.database.db);
    await vi.waitFor(() => expect(onError).toHaveBeenCalled(), { timeout: 10_000 });
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
  });
});

describe('inTransaction', () => {
  it('rolls back what a failure leaves', async () => {
    const work = inTransaction(test.database.db, async (tx) => {
      await sql`insert into marks values (10, 'x')`.execute(tx);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect((await sql`select * from marks where id = 10`.execute(test.database.db)).rows).toEqual([]);
  });

  it('tries again after a deadlock', async () => {
    await sql`insert into marks values (20, ''), (21, '')`.execute(test.database.db);
    const touchBoth = (first: number, second: number) =>
      inTransaction(test.database.db, async (tx) => {
        await sql`update marks set note = note || 'x' where id = ${first}`.execute(tx);
        await pause(100);
        await sql`update marks set note = note || 'x' where id = ${second}`.execute(tx);
      });
    await Promise.all([touchBoth(20, 21), touchBoth(21, 20)]);
    const { rows } = await sql`select note from marks where id in (20, 21)`.execute(test.database.db);
    expect(rows).toEqual([{ note: 'xx' }, { note: 'xx' }]);
  });

  it('calls back after the commit only', async () => {
    const seen: string[] = [];
    await inTransaction(test.database.db, async (tx) => {
      afterCommit(tx, () => seen.push('committed'));
      seen.push('inside');
    });
    await inTransaction(test.database.db, async (tx) => {
      afterCommit(tx, () => seen.push('never'));
      throw new Error('rolled back');
    }).catch(() => {});
    afterCommit(test.database.db, (database) => seen.push(database === test.database ? 'at once' : 'another database'));
    expect(seen).toEqual(['inside', 'committed', 'at once']);
  });
});

describe('deleteInPortions', () => {
  it('deletes all that matches, however much there is, and nothing else', async () => {
    const { db } = test.database;
    await sql`insert into pulses (process, beaten_at)
      select gen_random_uuid(), case when n <= 4100 then '2000-01-01' else now() end from generate_series(1, 4103) n`.execute(
      db,
    );
    expect(await deleteInPortions(db, 'pulses', sql`beaten_at < ${new Date('2001-01-01')}`)).toBe(4100);
    expect((await sql`select from pulses`.execute(db)).rows).toHaveLength(3);
  });
});

describe('listen', () => {
  it('receives notifications and reconnects after its connection is lost', async () => {
    const heard: string[] = [];
    const listener = await listen(test.url, 'notes', (payload) => heard.push(payload));
    await sql`select pg_notify('notes', 'one')`.execute(test.database.db);
    await vi.waitFor(() => expect(heard).toEqual(['one']), { timeout: 10_000 });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'errand listen'`.execute(test.database.db);
    await vi.waitFor(() => expect(heard).toEqual(['one', '']), { timeout: 10_000 });
    await sql`select pg_notify('notes', 'two')`.execute(test.database.db);
    await vi.waitFor(() => expect(heard).toEqual(['one', '', 'two']), { timeout: 10_000 });
    await listener.close();
    await sql`select pg_notify('notes', 'three')`.execute(test.database.db);
    await pause(50);
    expect(heard).toEqual(['one', '', 'two']);
  });
});
