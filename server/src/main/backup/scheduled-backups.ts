import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, dayMs, hourMs, minuteMs, plusMs } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fields.ts';
import { newId } from '../../kit/ids.ts';
import { createFileStore, type FileStore } from '../../platform/blobs/index.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logger.ts';
import { enqueue, type JobHandlers } from '../../platform/queue/index.ts';
import { makeBackup } from './make-backup.ts';
import {
  type BackupRow,
  deleteBackupRows,
  failInterrupted,
  findNewestBackup,
  finishBackup,
  insertBackup,
  readBackupFacts,
  recordVerification,
  startBackup,
} from './sql-backups.ts';
import { verifyBackup } from './verify-backup.ts';

declare module '../../platform/queue/kinds.ts' {
  interface JobPayloads {
    backups: Record<string, never>;
  }
}

interface Needs {
  database: Database;
  clock: Clock;
  logger: Logger;
  config: Config;
}

const kind = 'backups';
/** Wait after a failed backup. */
const retryMs = hourMs;
/** The newest ones are kept, however old. */
const keptLeast = 3;
const namePattern = /^errand-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.errand$/;

export const startBackups = ({ database, clock }: Pick<Needs, 'database' | 'clock'>): Promise<unknown> =>
  enqueue(database.db, { kind, payload: {}, runAt: clock.now(), dedupeKey: kind });

/** Every minute, one worker makes a due or requested backup, tests the newest, and deletes old ones. */
export function backupJobs(needs: Needs): Pick<JobHandlers, typeof kind> {
  return {
    [kind]: {
      concurrency: 1,
      maxAttempts: 1_000_000,
      leaseMs: minuteMs,
      backoffMs: () => minuteMs,
      async run(_job, control) {
        const { database, clock, config } = needs;
        if (config.backup.to !== null) await workOnBackups(needs, config.backup.to);
        await control.rescheduleAt(database.db, plusMs(clock.now(), minuteMs));
      },
    },
  };
}

export async function workOnBackups(needs: Needs, to: string): Promise<void> {
  const { database, clock, config, logger } = needs;
  const { db } = database;
  const interrupted = await failInterrupted(db, clock.now());
  if (interrupted > 0) logger.warn('backup interrupted; it runs again when due');
  const facts = await readBackupFacts(db);
  const isDue = (last: Date | null, everyMs: number) => last === null || plusMs(last, everyMs) <= clock.now();
  const { everyMs } = config.backup;
  if (isDue(facts.last_done_at, everyMs) && isDue(facts.last_requested_at, Math.min(everyMs, retryMs))) {
    await insertBackup(db, { id: newId(), now: clock.now(), by: null });
  }
  const store = await createFileStore(to);
  const started = await startBackup(db);
  if (started) {
    await makeOne(needs, store, started);
    await deleteOld(needs, store);
  }
  const { verifyEveryMs } = config.backup;
  const newest = verifyEveryMs > 0 && isDue(facts.last_verified_at, verifyEveryMs) ? await findNewestBackup(db) : null;
  if (newest?.name) await verifyOne(needs, store, newest.id, newest.name);
}

const workFolder = ({ dataDir }: Config): string => join(dataDir, 'backup-work');

/** The file is written locally first, so a slow or missing destination does not keep a transaction open. */
async function withDraft<Result>(
  config: Config,
  name: string,
  work: (draft: string) => Promise<Result>,
): Promise<Result> {
  const folder = workFolder(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, name);
  try {
    return await work(draft);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeOne({ database, clock, config, logger }: Needs, store: FileStore, { id }: BackupRow): Promise<void> {
  const name = `errand-${clock.now().toISOString().slice(0, 19).replaceAll(':', '-')}Z.errand`;
  const nothing = { taken_at: null, name: null, bytes: null, row_count: null, file_count: null, key_count: null };
  try {
    const report = await withDraft(config, name, async (draft) => {
      const made = await makeBackup(config, database.url, draft);
      await store.put(name, draft);
      return made;
    });
    await finishBackup(database.db, id, clock.now(), {
      status: 'done',
      taken_at: report.takenAt,
      name,
      bytes: report.bytes,
      row_count: report.rows,
      file_count: report.files,
      key_count: report.keys,
      error: null,
    });
  } catch (error) {
    logger.error({ err: error }, 'a backup failed');
    await finishBackup(database.db, id, clock.now(), {
      ...nothing,
      status: 'failed',
      error: messageOf(error).slice(0, 500),
    });
  }
}

async function verifyOne(
  { database, clock, config, logger }: Needs,
  store: FileStore,
  id: string,
  name: string,
): Promise<void> {
  const problem = await withDraft(config, name, async (draft) => {
    await store.fetch(name, draft);
    const { problems } = await verifyBackup(config, draft);
    return problems.length > 0 ? problems.slice(0, 5).join(' ') : null;
  }).catch(messageOf);
  if (problem !== null) logger.error({ name, problem }, 'a backup failed its test restore');
  await recordVerification(database.db, id, clock.now(), problem?.slice(0, 500) ?? null);
}

async function deleteOld({ database, clock, config }: Needs, store: FileStore): Promise<void> {
  const oldest = plusMs(clock.now(), -config.backup.keepMs);
  const timeIn = (name: string) =>
    new Date(`${(namePattern.exec(name)?.[1] ?? '').replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')}Z`);
  const names = (await store.list()).filter((name) => namePattern.test(name)).sort();
  for (const name of names.slice(0, -keptLeast)) if (timeIn(name) < oldest) await store.delete(name);
  await deleteBackupRows(database.db, plusMs(oldest, -dayMs));
}

/** Values for alerts: how many backups in a row are missing, and whether the last test restore failed. */
export async function readBackupAlarms(
  db: Db,
  now: Date,
  { to, everyMs }: Config['backup'],
): Promise<[name: string, value: number][]> {
  if (to === null) return [];
  const { newest_at: newest, verify_error: error } = await readBackupFacts(db);
  const missed = newest === null ? 0 : (now.getTime() - newest.getTime()) / everyMs;
  return [
    ['backups.missed', missed],
    ['backups.unrestorable', error === null ? 0 : 1],
  ];
}
