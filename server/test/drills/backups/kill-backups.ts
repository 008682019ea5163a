import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { listApplied, listMigrations, readMigrations, withConnection } from '../../../src/platform/database/index.ts';
import { runMigrations } from '../../../src/platform/database/run-migrations.ts';
import { childEnvironment } from '../../harness/child-environment.ts';

const command = join(import.meta.dirname, '..', '..', '..', '..', 'cli', 'start.mjs');

export interface Run {
  code: number | null;
  output: string;
}

/** Runs `errand …` and kills it at the given moment unless it ended before. `executable` is a release's, if not this source. */
export function runErrand(
  args: string[],
  env: Record<string, string>,
  killAt?: Promise<unknown>,
  executable?: string,
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const [program, all] = executable ? [executable, args] : [process.execPath, [command, ...args]];
    const child = spawn(program, all, { env: { ...childEnvironment(), ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
    void killAt?.then(() => child.kill('SIGKILL'));
  });
}

interface Scene {
  /** Of the service that is backed up: MASTER_KEYS, DATABASE_URL, DATA_DIR and the others. */
  env: Record<string, string>;
  /** A new, empty database. */
  createDatabase(): Promise<string>;
  folder: string;
  /** From 0 to below 1. */
  random(): number;
}

async function countOf(url: string, table: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`select to_regclass('${table}') is not null as is_there`);
    if (!rows[0].is_there) return null;
    return Number((await client.query(`select count(*) as n from ${table}`)).rows[0].n);
  } finally {
    await client.end();
  }
}

/**
 * After a kill at a random moment, a backup is complete or doesn't exist. The next attempt completes. Returns the
 * problems.
 */
export async function killBackup({ env, folder, random }: Scene, wholeMs: number): Promise<string[]> {
  const file = join(await mkdtemp(join(folder, 'backup-')), 'all.errand');
  const killed = await runErrand(['backup', file], env, pause(random() * wholeMs));
  const problems: string[] = [];
  if (killed.code !== 0 && existsSync(file)) {
    const verified = await runErrand(['backup', file, '--verify'], env);
    if (verified.code !== 0) problems.push(`a killed backup left a file that does not restore: ${verified.output}`);
  }
  await rm(file, { force: true });
  const again = await runErrand(['backup', file], env);
  if (again.code !== 0) problems.push(`after a killed backup: ${again.output}`);
  return problems;
}

/** Killed at a random moment, a restore is either complete or can be run again; never in between. */
export async function killRestore(
  { env, createDatabase, folder, random }: Scene,
  file: string,
  wholeMs: number,
): Promise<string[]> {
  const url = await createDatabase();
  const dataDir = await mkdtemp(join(folder, 'restore-'));
  const target = { ...env, DATA_DIR: dataDir, DATABASE_URL: url, ERASABLE_KEYS: '' };
  const expected = await countOf(env.DATABASE_URL ?? '', 'ledger_transfers');
  const killed = await runErrand(['restore', file], target, pause(random() * wholeMs));
  const half = await countOf(url, 'ledger_transfers');
  const problems: string[] = [];
  if (half !== null && half !== expected) problems.push(`a killed restore left ${half} of ${expected} transfers`);
  const again = killed.code === 0 ? killed : await runErrand(['restore', file], target);
  const isComplete = again.code === 0 || /already loaded everything/.test(again.output);
  // Killed after its last step, it has nothing left to do, and says that the target is not empty.
  const isOver = half === expected && /needs an empty target/.test(again.output);
  if (!isComplete && !isOver) problems.push(`a killed restore cannot be run again: ${again.output}`);
  if ((await countOf(url, 'ledger_transfers')) !== expected) problems.push('the restored ledger is not complete');
  return problems;
}

/** Migrations that an upgrade of the drill has left to apply. */
const upgradeSteps = 12;

/** Leaves the last migrations to an upgrade. */
export async function createOldDatabase(url: string): Promise<void> {
  const names = await listMigrations();
  await runMigrations(url, await readMigrations(names.slice(0, -upgradeSteps)));
}

/**
 * After a kill at a random moment, an upgrade has applied each migration completely or not at all. The next attempt
 * completes, and no row is lost.
 */
export async function killUpgrade({ env, createDatabase, folder, random }: Scene, wholeMs: number): Promise<string[]> {
  const url = await createDatabase();
  const names = await listMigrations();
  await createOldDatabase(url);
  await withConnection(url, 'errand drill', (client) =>
    client.query(`insert into accounts (id, email, created_at)
      select md5(n::text)::uuid, 'person-' || n || '@example.com', now() from generate_series(1, 1000) n`),
  );
  const expected = await countOf(url, 'accounts');
  const dataDir = await mkdtemp(join(folder, 'upgrade-'));
  const target = { ...env, DATA_DIR: dataDir, DATABASE_URL: url, ERASABLE_KEYS: '' };
  const killed = await runErrand(['upgrade'], target, pause(random() * wholeMs));
  const problems: string[] = [];
  const check = await runErrand(['upgrade', '--check'], target);
  if (!/needs \d+ migrations|is up to date/.test(check.output))
    problems.push(`after a killed upgrade, the plan says: ${check.output}`);
  const again = killed.code === 0 ? killed : await runErrand(['upgrade'], target);
  if (again.code !== 0) problems.push(`a killed upgrade cannot be run again: ${again.output}`);
  const applied = await withConnection(url, 'errand drill', listApplied);
  if (applied.join() !== names.join()) problems.push(`${applied.length} of ${names.length} migrations are applied`);
  const found = await countOf(url, 'accounts');
  if (found !== expected) problems.push(`an upgrade of ${expected} accounts left ${found}`);
  return problems;
}
