// Measures what it costs to keep a log for thirty days, by deleting what is old and by a partition for each day: `npm run bench -- retention`.
import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import {
  deleteRequestsBefore,
  findRequest,
  insertRequests,
  listRequests,
  type RequestRow,
} from '../server/src/domains/access/activity/requests/sql.ts';
import { dayMs } from '../server/src/kit/clock.ts';
import { existing } from '../server/src/kit/existing.ts';
import { type Db, migrate, openDatabase } from '../server/src/platform/database/index.ts';
import { type DebianPostgres, startDebianPostgres } from '../tools/debian-postgres.ts';
import { cpuMs } from './cpu.ts';
import { median, openAccounts } from './scene.ts';

const daysKept = 30;
const firstDay = Date.UTC(2026, 0, 1);
const startOf = (day: number) => new Date(firstDay + day * dayMs);

/** Requests come in portions, as the service writes them. */
const portion = 250;
const readings = 300;

/** A day takes seconds here, so autovacuum comes every second. */
const vacuumOften = 'autovacuum_naptime=1s';
const restMs = 1_500;

interface Way {
  name: string;
  /** Before the table of the service in the search path. */
  schema: string | null;
  prepare(db: Db): Promise<void>;
  beginDay(db: Db, day: number): Promise<void>;
  forget(db: Db, day: number): Promise<void>;
}

const partitionOf = (day: number) => sql.table(`request_log_${day}`);

const ways: Way[] = [
  {
    name: 'deleted in portions',
    schema: null,
    prepare: async () => {},
    beginDay: async () => {},
    forget: (db, day) => deleteRequestsBefore(db, startOf(day + 1)),
  },
  {
    name: 'a partition a day',
    schema: 'by_day',
    async prepare(db) {
      await sql`create schema by_day`.execute(db);
      await sql`
        create table by_day.request_log (like public.request_log including defaults including identity including constraints)
        partition by range (at)`.execute(db);
      for (const columns of ['(account_id, world, at desc, id desc)', '(account_id, request_id)', '(id)']) {
        await sql`create index on by_day.request_log ${sql.raw(columns)}`.execute(db);
      }
      await sql`create index on by_day.request_log (account_id, world, at desc, id desc) where status >= 400`.execute(
        db,
      );
    },
    async beginDay(db, day) {
      await sql`
        create table by_day.${partitionOf(day)} partition of by_day.request_log
        for values from (${sql.lit(startOf(day).toISOString())}) to (${sql.lit(startOf(day + 1).toISOString())})`.execute(
        db,
      );
    },
    async forget(db, day) {
      await sql`drop table by_day.${partitionOf(day)}`.execute(db);
    },
  },
];

interface Kept {
  bytesFirst: number;
  bytesLast: number;
  cpuUs: number;
  walBytes: number;
  pageMs: number;
  findMs: number;
}

function requestsOf(accounts: { accountId: string; keyId: string }[], day: number, from: number): RequestRow[] {
  return Array.from({ length: portion }, (_, index) => {
    const n = from + index;
    const { accountId, keyId } = existing(accounts[n % accounts.length]);
    return {
      account_id: accountId,
      world: 'test',
      api_key_id: keyId,
      request_id: `req_${day}_${n}_${'0'.repeat(16)}`,
      at: new Date(startOf(day).getTime() + n),
      method: 'POST',
      route: '/orders',
      path: '/orders',
      query: null,
      status: n % 20 === 0 ? 422 : 201,
      ms: 3.5,
      error_code: null,
      error_message: null,
      body: JSON.stringify({
        products: [{ url: 'https://shop.example.com/products/lamp', quantity: 1 }],
        note: 'x'.repeat(300),
      }),
      body_state: 'whole',
      stands_for: 1,
    };
  });
}

async function measureWay(postgres: DebianPostgres, way: Way, days: number, perDay: number): Promise<Kept> {
  const first = way.schema ? `&options=${encodeURIComponent(`-c search_path=${way.schema},public`)}` : '';
  const database = openDatabase({ url: postgres.url + first, poolMax: 1, statementTimeoutMs: 120_000 });
  const { db } = database;
  const numberOf = async (query: RawBuilder<{ value: number }>) => existing((await query.execute(db)).rows[0]).value;
  const bytes = () =>
    numberOf(sql`
      select sum(pg_total_relation_size(c.oid))::float8 as value from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${way.schema ?? 'public'} and c.relname ~ '^request_log(_[0-9]+)?$' and c.relkind = 'r'`);
  const written = () => numberOf(sql`select (pg_current_wal_lsn() - '0/0')::float8 as value`);
  try {
    const accounts = await openAccounts(database, 100);
    await way.prepare(db);
    const oneDay = async (day: number) => {
      await way.beginDay(db, day);
      for (let from = 0; from < perDay; from += portion) await insertRequests(db, requestsOf(accounts, day, from));
      if (day >= daysKept) await way.forget(db, day - daysKept);
    };
    for (let day = 0; day < daysKept; day += 1) await oneDay(day);
    await sql`vacuum analyze`.execute(db);
    const kept = daysKept * perDay;
    const bytesFirst = (await bytes()) / kept;
    const [cpuBefore, walBefore] = [cpuMs([postgres.pid]), await written()];
    for (let day = daysKept; day < daysKept + days; day += 1) {
      await oneDay(day);
      await pause(restMs);
    }
    const rows = days * perDay;
    const cpuUs = ((cpuMs([postgres.pid]) - cpuBefore) * 1000) / rows;
    const walBytes = ((await written()) - walBefore) / rows;
    const bytesLast = (await bytes()) / kept;
    const since = startOf(days);
    const timed = async (ask: (account: string, n: number) => Promise<unknown>) => {
      const times: number[] = [];
      for (let n = 0; n < readings; n += 1) {
        const began = performance.now();
        await ask(existing(accounts[n % accounts.length]).accountId, n);
        times.push(performance.now() - began);
      }
      return median(times);
    };
    const pageMs = await timed((accountId) =>
      listRequests(db, { accountId, world: 'test' }, { limit: 50, offset: 0 }, since),
    );
    const findMs = await timed((accountId, n) =>
      findRequest(
        db,
        { accountId, world: 'test' },
        `req_${days + (n % daysKept)}_${n % accounts.length}_${'0'.repeat(16)}`,
        since,
      ),
    );
    return { bytesFirst, bytesLast, cpuUs, walBytes, pageMs, findMs };
  } finally {
    await database.close();
  }
}

const lines: [string, keyof Kept, number][] = [
  ['bytes a row that is kept, after the first 30 days', 'bytesFirst', 0],
  ['bytes a row that is kept, at the end', 'bytesLast', 0],
  ['CPU of PostgreSQL for a row that comes and one that goes, vacuum included, µs', 'cpuUs', 0],
  ['write-ahead log for them, bytes', 'walBytes', 0],
  ['a page of an account, ms', 'pageMs', 2],
  ['a request by its id, ms', 'findMs', 2],
];

/** Both ways, each on a server of its own, thirty days to fill the log and so many more to keep it. */
export async function measureRetention(durability: string[], days: number, perDay: number): Promise<void> {
  const results: Kept[] = [];
  for (const way of ways) {
    const postgres = await startDebianPostgres([...durability, vacuumOften]);
    if (!postgres) throw new Error('This needs a PostgreSQL server: install the package postgresql.');
    const database = openDatabase({ url: postgres.url, poolMax: 1 });
    try {
      await migrate(database.db);
      await database.close();
      results.push(await measureWay(postgres, way, days, perDay));
    } finally {
      await postgres.stop();
    }
  }
  console.log(`| | ${ways.map((way) => way.name).join(' | ')} |\n|---|${'--:|'.repeat(ways.length)}`);
  for (const [what, field, digits] of lines) {
    console.log(`| ${what} | ${results.map((result) => result[field].toFixed(digits)).join(' | ')} |`);
  }
  console.log(`\n${perDay.toLocaleString('en')} requests a day, ${daysKept} days kept, ${days} days more.`);
}
