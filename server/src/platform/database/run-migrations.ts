import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import pg from 'pg';
import { minuteMs } from '../../kit/clock.ts';
import { codeOf } from './errors.ts';

export interface MigrationFile {
  name: string;
  text: string;
}

interface MigrationTimeouts {
  /** For a lock that others hold: everybody else's statements on that table queue up behind us meanwhile. */
  lockMs: number;
  /** Between two tries. */
  restMs: number;
  /** After which a table that is never free is a failure. */
  timeoutMs: number;
}

const defaultTimeouts: MigrationTimeouts = { lockMs: 2_000, restMs: 1_000, timeoutMs: 15 * minuteMs };

/** The one that earlier versions take too, so that two of them never migrate at once. */
const lockId = '3853314791062309107';

/**
 * Applies what is missing, in order, on a connection of its own that no time-out of the service's cuts off: a backfill may
 * take an hour. Returns the names of what this call applied.
 */
export async function runMigrations(
  url: string,
  files: MigrationFile[],
  patience: MigrationTimeouts = defaultTimeouts,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'errand migration', keepAlive: true });
  // What becomes of the connection is told by the statement under way.
  client.on('error', () => {});
  await client.connect();
  try {
    await lockMigrations(client);
    await createRecord(client);
    const { rows } = await client.query<{ name: string }>(`select name from ${DEFAULT_MIGRATION_TABLE}`);
    const applied = new Set(rows.map((row) => row.name));
    const missing = files.filter(({ name }) => !applied.has(name));
    // A database that nobody uses yet gets everything or nothing. Later ones commit one by one: the locks of one are not held
    // through the backfill of the next.
    const groups = applied.size === 0 ? [missing] : missing.map((file) => [file]);
    for (const group of groups) await applyWithRetry(client, group, patience);
    return missing.map(({ name }) => name);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Until the connection ends, nobody else migrates. */
export const lockMigrations = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
    select pg_advisory_lock(${lockId})`);

const createRecord = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`set client_min_messages = warning;
    create table if not exists ${DEFAULT_MIGRATION_TABLE} (name varchar(255) primary key, timestamp varchar(255) not null);
    alter table ${DEFAULT_MIGRATION_TABLE} add column if not exists breaks_earlier boolean;
    create table if not exists ${DEFAULT_MIGRATION_LOCK_TABLE} (id varchar(255) primary key, is_locked integer not null default 0);
    insert into ${DEFAULT_MIGRATION_LOCK_TABLE} (id) values ('migration_lock') on conflict do nothing;
    reset client_min_messages`);

/** Applies migrations in the transaction that the connection is in: a restore makes the schema and its rows together. */
export async function migrateWithin(client: pg.ClientBase, files: MigrationFile[]): Promise<void> {
  await createRecord(client);
  for (const file of files) await apply(client, file);
}

/** Whether a version that does not know this migration must not run on what it makes. The file says so; most only add. */
export const breaksEarlier = (text: string): boolean => /^-- breaks earlier versions\b/m.test(text);

/** Tables that are in use are asked for again and again, a moment each time, instead of standing in everybody's way. */
async function applyWithRetry(client: pg.Client, group: MigrationFile[], patience: MigrationTimeouts): Promise<void> {
  for (const deadline = performance.now() + patience.timeoutMs; ; await pause(patience.restMs)) {
    try {
      return await applyTogether(client, group, patience.lockMs);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : error;
      // A lock that was not free in time, or two that waited for each other.
      const isInUse = ['55P03', '40P01'].includes(codeOf(cause) ?? '');
      if (!isInUse || performance.now() > deadline) throw error;
    }
  }
}

async function applyTogether(client: pg.Client, group: MigrationFile[], lockMs: number): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockMs}`);
  try {
    for (const file of group) await apply(client, file);
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  await client.query('commit');
}

async function apply(client: pg.ClientBase, { name, text }: MigrationFile): Promise<void> {
  try {
    await client.query(text);
    await client.query(`insert into ${DEFAULT_MIGRATION_TABLE} (name, timestamp, breaks_earlier) values ($1, $2, $3)`, [
      name,
      new Date().toISOString(),
      breaksEarlier(text),
    ]);
  } catch (error) {
    throw new Error(`Migration ${name} failed.`, { cause: error });
  }
}
