import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { type Db, databaseOf } from './open.ts';

const file = new URL('../../../migrations/indexes.sql', import.meta.url);

interface Wanted {
  name: string;
  text: string;
  isDrop: boolean;
  /** The extension without which it cannot be. */
  needs: string | null;
}

/** Reads `create index concurrently` and `drop index concurrently` statements, each with the remark above it. */
export function readIndexes(text: string): Wanted[] {
  return text
    .split(';')
    .map((piece) => ({ remarks: piece, text: piece.replaceAll(/^\s*--.*$/gm, '').trim() }))
    .filter(({ text }) => text !== '')
    .map(({ remarks, text }) => {
      const [, verb, name] = /^(create|drop) index concurrently if (?:not )?exists (\w+)/.exec(text) ?? [];
      if (!verb || !name) throw new Error(`indexes.sql has a statement that is neither a create nor a drop: ${text}`);
      return { name, text, isDrop: verb === 'drop', needs: /-- needs (\w+)/.exec(remarks)?.[1] ?? null };
    });
}

/**
 * Builds the indexes that are missing and drops those that are not wanted any more, while everybody goes on writing. Another process
 * that does it right now is not waited for: nothing is wrong without them. Returns what was done.
 */
export async function keepIndexes(db: Db): Promise<string[]> {
  const wanted = readIndexes(await readFile(file, 'utf8'));
  const database = databaseOf(db);
  if (!database) throw new Error('Indexes are kept on a database, not within a transaction.');
  const client = await database.pool.connect();
  let isSpoilt = false;
  try {
    if ((await pending(client, wanted)).length === 0) return [];
    const { rows } = await client.query(`select pg_try_advisory_lock(${lockId}) as is_mine`);
    if (!rows[0]?.is_mine) return [];
    try {
      isSpoilt = true;
      await client.query('set statement_timeout = 0');
      const todo = await pending(client, wanted);
      for (const { name, text, isDrop } of todo) {
        // What a crash left half built is of no use and stands in the way.
        if (!isDrop) await run(client, `drop index concurrently if exists ${name}`);
        await run(client, text);
      }
      return todo.map(({ name }) => name);
    } finally {
      await client.query(`select pg_advisory_unlock(${lockId})`);
    }
  } finally {
    // Its time-out was changed: it does not go back to the others.
    client.release(isSpoilt);
  }
}

/** Any number that nothing else of this service locks. */
const lockId = 7_301_554_203;
/** Large tables take long; our own limit for an answer does not count here. */
const patienceMs = 24 * 3_600_000;

function run(client: pg.PoolClient, text: string): Promise<unknown> {
  const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: patienceMs };
  return client.query(query);
}

async function pending(client: pg.PoolClient, wanted: Wanted[]): Promise<Wanted[]> {
  const { rows } = await client.query<{ name: string; is_valid: boolean }>(`
    select c.relname as name, i.indisvalid as is_valid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace
    union all select extname, true from pg_extension`);
  const known = new Map(rows.map((row) => [row.name, row.is_valid]));
  return wanted.filter(({ name, isDrop, needs }) => {
    if (isDrop) return known.has(name);
    return known.get(name) !== true && (needs === null || known.has(needs));
  });
}
