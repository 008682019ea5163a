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
  /** How long to wait for a lock. Other statements on that table queue up behind us meanwhile. */
  lockMs: number;
  /** Pause between attempts. */
  restMs: number;
  /** When to give up on a table that is never free. */
  timeoutMs: number;
}

const defaultTimeouts: MigrationTimeouts = { lockMs: 2_000, restMs: 1_000, timeoutMs: 15 * minuteMs };

/** Earlier versions use the same id, so two versions never migrate at once. */
const lockId = '3853314791062309107';

/**
 * Applies missing migrations in order, on its own connection without timeouts: a backfill may take an hour. Returns the
 * names of those applied.
 */
export async function runMigrations(
  url: string,
  files: MigrationFile[],
  patience: MigrationTimeouts = defaultTimeouts,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'errand migration', keepAlive: true });
  // The statement in progress reports connection errors.
  client.on('error', () => {});
  await client.connect();
  try {
    await lockMigrations(client);
    await createRecord(client);
    const { rows } = await client.query<{ name: string }>(`select name from ${DEFAULT_MIGRATION_TABLE}`);
    const applied = new Set(rows.map((row) => row.name));
    const missing = files.filter(({ name }) => !applied.has(name));
    // A new database gets all migrations or none. Later migrations commit one by one, so one's locks are not held
    // during the next one's backfill.
    const groups = applied.size === 0 ? [missing] : missing.map((file) => [file]);
    for (const group of groups) await applyWithRetry(client, group, patience);
    return missing.map(({ name }) => name);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Held until the connection ends. */
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

/** Applies migrations in the connection's open transaction: a restore creates the schema and its rows together. */
export async function migrateWithin(client: pg.ClientBase, files: MigrationFile[]): Promise<void> {
  await createRecord(client);
  for (const file of files) await apply(client, file);
}

/** Whether earlier versions can no longer run after this migration. The file declares it. */
export const breaksEarlier = (text: string): boolean => /^-- breaks earlier versions\b/m.test(text);

/** Retries for a moment at a time while a table is in use, instead of blocking everyone else. */
async function applyWithRetry(client: pg.Client, group: MigrationFile[], patience: MigrationTimeouts): Promise<void> {
  for (const deadline = performance.now() + patience.timeoutMs; ; await pause(patience.restMs)) {
    try {
      return await applyTogether(client, group, patience.lockMs);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : error;
      // Lock timeout or deadlock.
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
