import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import type pg from 'pg';
import { codeOf, isUnavailable } from './errors.ts';
import { type Db, databaseOf } from './open.ts';

const file = new URL('../../../migrations/indexes.sql', import.meta.url);

interface WantedIndex {
  name: string;
  text: string;
  isDrop: boolean;
  /** Extensions, indexes and migrations that it depends on. */
  needs: string[];
}

const forms = [
  /^(create) (?:unique )?index concurrently if not exists (\w+)/,
  /^(drop) index concurrently if exists (\w+)/,
  // Dropping a constraint drops its index.
  /^alter table \w+ (drop) constraint if exists (\w+)$/,
];

/** Parses statements that create or drop an index concurrently, or drop a constraint, with the comments above each. */
export function readIndexes(text: string): WantedIndex[] {
  return text
    .split(';')
    .map((piece) => ({ remarks: piece, text: piece.replaceAll(/^[ \t]*--.*$/gm, '').trim() }))
    .filter(({ text }) => text !== '')
    .map(({ remarks, text }) => {
      const [, verb, name] = forms.map((form) => form.exec(text)).find((found) => found !== null) ?? [];
      if (!verb || !name) throw new Error(`indexes.sql has a statement that is neither a create nor a drop: ${text}`);
      const needs = [...remarks.matchAll(/^-- needs (\w+)$/gm)].flatMap(([, needed]) => needed ?? []);
      return { name, text, isDrop: verb === 'drop', needs };
    });
}

/** Building a large index can outlast the server's uptime. */
const triesMax = 10;
const restMs = 2_000;

/**
 * Builds missing indexes and drops obsolete ones while writes continue. If another process is doing this, returns right
 * away: Errand works without these indexes. If the server goes away, the next process or the next start continues.
 */
export async function ensureIndexes(db: Db): Promise<void> {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    try {
      return await buildAndDrop(db);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    await pause(restMs);
  }
}

async function buildAndDrop(db: Db): Promise<void> {
  const wanted = readIndexes(await readFile(file, 'utf8'));
  const database = databaseOf(db);
  if (!database) throw new Error('Indexes cannot be built inside a transaction.');
  const client = await database.pool.connect();
  let mustDiscard = false;
  try {
    if ((await pending(client, wanted)).length === 0) return;
    const done = new Set<string>();
    // Recomputed each time: a new index can make another one obsolete.
    const next = async () => (await pending(client, wanted)).find(({ name }) => !done.has(name));
    const { rows } = await client.query(`select pg_try_advisory_lock(${lockId}) as is_mine`);
    if (!rows[0]?.is_mine) return;
    try {
      mustDiscard = true;
      await client.query('set statement_timeout = 0');
      for (let todo = await next(); todo; todo = await next()) {
        const { name, text, isDrop } = todo;
        done.add(name);
        // Drop invalid indexes left by a crash.
        if (!isDrop) await run(client, `drop index concurrently if exists ${name}`);
        await (text.startsWith('alter') ? alterWhenFree(client, text) : run(client, text));
      }
    } finally {
      await client.query(`select pg_advisory_unlock(${lockId})`);
    }
  } finally {
    // Its timeout was changed, so do not return it to the pool.
    client.release(mustDiscard);
  }
}

/** Skips a table that is in use: waiting for the lock would block everyone else. */
async function alterWhenFree(client: pg.PoolClient, text: string): Promise<void> {
  await client.query(`set lock_timeout = '2s'`);
  try {
    await client.query(text);
  } catch (error) {
    if (codeOf(error) !== '55P03') throw error;
  }
  await client.query('set lock_timeout = 0');
}

/** Any number that no other lock of this service uses. */
const lockId = 7_301_554_203;
/** Indexing a large table takes long, so the usual statement timeout does not apply. */
const lockTimeoutMs = 24 * 3_600_000;

function run(client: pg.PoolClient, text: string): Promise<unknown> {
  const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: lockTimeoutMs };
  return client.query(query);
}

async function pending(client: pg.PoolClient, wanted: WantedIndex[]): Promise<WantedIndex[]> {
  const { rows } = await client.query<{ name: string; is_valid: boolean }>(`
    select c.relname as name, i.indisvalid as is_valid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace
    union all select extname, true from pg_extension
    union all select name, timestamp::timestamptz < now() - interval '1 day' from ${DEFAULT_MIGRATION_TABLE}`);
  const known = new Map(rows.map((row) => [row.name, row.is_valid]));
  return wanted.filter(({ name, isDrop, needs }) => {
    const isDue = isDrop ? known.has(name) : known.get(name) !== true;
    return isDue && needs.every((needed) => known.get(needed) === true);
  });
}
