import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listApplied, listMigrations, withConnection } from '../../server/src/platform/database/index.ts';
import { createOldDatabase, runErrand } from '../../server/test/drills/backups/kill-backups.ts';
import {
  contentOf,
  copyOf,
  type Drill,
  environment,
  errand,
  executable,
  isKilled,
  measure,
  mentions,
  newFolder,
  owned,
  scratch,
  serve,
  type Template,
} from './scene.ts';

export async function drillUnpacking(): Promise<Drill> {
  const start = async (afterMs?: number) => {
    const programs = newFolder('program');
    const dataDir = newFolder('first');
    const env = { ...environment(dataDir), ERRAND_HOME: programs };
    const problems: string[] = [];
    if (afterMs !== undefined) await runErrand(['serve'], env, pause(afterMs), executable);
    const next = await serve(dataDir, undefined, env);
    if (!isKilled(next)) problems.push(`no start after a killed one: ${next.code} ${next.output}`);
    const names = readdirSync(programs);
    if (names.length !== 1) problems.push(`a killed start left ${names}`);
    await owned(dataDir, async () => {});
    for (const folder of [programs, dataDir]) rmSync(folder, { recursive: true, force: true });
    return problems;
  };
  return { wholeMs: await measure(start), kill: start };
}

export async function drillBackup({ dataDir }: Template, options: string[]): Promise<Drill> {
  const expected = await contentOf(dataDir);
  async function kill(afterMs: number): Promise<string[]> {
    const copy = await copyOf(dataDir);
    const file = join(newFolder('backup'), 'all.errand');
    const killed = await errand(['backup', file, ...options], copy, afterMs);
    const isMarked = existsSync(join(copy, 'backup-unfinished.json'));
    const hadPartial = existsSync(`${file}.partial`);
    const isMade = existsSync(file);
    const hadScratch = readdirSync(scratch).some((name) => name.startsWith('errand-verify-'));
    const next = await serve(copy);
    const problems: string[] = [];
    if (!isKilled(next)) problems.push(`no start after a killed backup: ${next.output}`);
    if (isMarked !== mentions(next, /errand backup was interrupted/))
      problems.push(`the start after a killed backup does not say so: ${next.output}`);
    if ((!isKilled(killed) && !isMade) || (hadPartial && !isMarked) || existsSync(`${file}.partial`))
      problems.push(`a killed backup left ${JSON.stringify({ ...killed, isMarked, hadPartial, isMade })}`);
    if (hadScratch !== mentions(next, /a test restore was interrupted/) || readdirSync(scratch).length > 0)
      problems.push(`a killed test restore left ${readdirSync(scratch)}: ${next.output}`);
    const again = await errand(['backup', file, ...(isMade ? ['--verify'] : [])], copy);
    if (again.code !== 0) problems.push(`after a killed backup: ${again.output}`);
    if ((await contentOf(copy)) !== expected) problems.push('a killed backup changed the database');
    rmSync(copy, { recursive: true });
    return problems;
  }
  const copy = await copyOf(dataDir);
  const file = join(newFolder('backup'), 'all.errand');
  return { wholeMs: await measure(() => errand(['backup', file, ...options], copy)), kill };
}

export async function drillRestore({ dataDir }: Template): Promise<Drill> {
  const expected = await contentOf(dataDir);
  const file = join(newFolder('backup'), 'all.errand');
  await errand(['backup', file], dataDir);
  async function kill(afterMs: number): Promise<string[]> {
    const target = newFolder('restored');
    const problems: string[] = [];
    const killed = await errand(['restore', file], target, afterMs);
    const isMarked = existsSync(join(target, 'restore-unfinished.json'));
    // Killed after its last step, it is complete and leaves no mark.
    const isEmpty = readdirSync(target).length === 0;
    if (isKilled(killed) && !isMarked && !isEmpty && (await contentOf(target)) !== expected)
      problems.push('a killed restore left an incomplete database and no mark');
    if (isKilled(killed) && isMarked) {
      const next = await serve(target);
      const isRefused = next.code === 1 && mentions(next, /^The restore from .* was interrupted\. Run "errand restore/);
      const isLoaded = isKilled(next) && mentions(next, /an interrupted restore had loaded everything/);
      if (!isRefused && !isLoaded) problems.push(`the start after a killed restore says: ${next.output}`);
    }
    const again = await errand(['restore', file], target);
    const isOver = mentions(again, /had already loaded everything|needs an empty target/);
    if (again.code !== 0 && !isOver) problems.push(`a killed restore cannot be run again: ${again.output}`);
    if ((await contentOf(target)) !== expected) problems.push('a restore after a killed one is not complete');
    const next = await serve(target);
    if (!isKilled(next)) problems.push(`no start after a restore: ${next.output}`);
    await owned(target, async () => {});
    rmSync(target, { recursive: true });
    return problems;
  }
  return { wholeMs: await measure(() => errand(['restore', file], newFolder('restored'))), kill };
}

export async function drillUpgrade(): Promise<Drill> {
  const dataDir = newFolder('old');
  const countAccounts = (databaseUrl: string) =>
    withConnection(databaseUrl, 'errand drill', async (client) =>
      Number((await client.query('select count(*) as n from accounts')).rows[0].n),
    );
  await owned(dataDir, async (databaseUrl) => {
    await createOldDatabase(databaseUrl);
    await withConnection(databaseUrl, 'errand drill', (client) =>
      client.query(`insert into accounts (id, email, created_at)
        select md5(n::text)::uuid, 'person-' || n || '@example.com', now() from generate_series(1, 1000) n`),
    );
  });
  const names = await listMigrations();
  async function kill(afterMs: number): Promise<string[]> {
    const copy = await copyOf(dataDir);
    const problems: string[] = [];
    await errand(['upgrade'], copy, afterMs);
    const isMarked = existsSync(join(copy, 'upgrade-unfinished.json'));
    const next = await serve(copy);
    if (!isKilled(next)) problems.push(`no start after a killed upgrade: ${next.output}`);
    if (isMarked !== mentions(next, /errand upgrade was interrupted/))
      problems.push(`the start after a killed upgrade does not say so: ${next.output}`);
    await owned(copy, async (databaseUrl) => {
      const applied = await withConnection(databaseUrl, 'errand drill', listApplied);
      if (applied.join() !== names.join()) problems.push(`${applied.length} of ${names.length} migrations are applied`);
      const accounts = await countAccounts(databaseUrl);
      if (accounts < 1000) problems.push(`an upgrade of 1000 accounts left ${accounts}`);
    });
    const backups = existsSync(join(copy, 'backups')) ? readdirSync(join(copy, 'backups')) : [];
    if (backups.some((name) => name.endsWith('.partial'))) problems.push(`a killed upgrade left ${backups}`);
    rmSync(copy, { recursive: true });
    return problems;
  }
  const copy = await copyOf(dataDir);
  return { wholeMs: await measure(() => errand(['upgrade'], copy)), kill };
}
