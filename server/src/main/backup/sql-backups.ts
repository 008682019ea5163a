import { sql } from 'kysely';
import { assertDefined } from '../../kit/assert-defined.ts';
import type { Executor, Row } from '../../platform/database/index.ts';

export type BackupRow = Row<'backups'>;

export async function listBackups(executor: Executor, limit: number): Promise<BackupRow[]> {
  const { rows } = await sql<BackupRow>`select * from backups order by requested_at desc limit ${limit}`.execute(
    executor,
  );
  return rows;
}

/** Requests a backup. Returns null if one is already requested or running. */
export async function insertBackup(
  executor: Executor,
  { id, now, by }: { id: string; now: Date; by: string | null },
): Promise<BackupRow | null> {
  const { rows } = await sql<BackupRow>`
    insert into backups (id, requested_at, requested_by, status) select ${id}, ${now}, ${by}, 'requested'
    where not exists (select from backups where status in ('requested', 'running'))
    returning *`.execute(executor);
  return rows[0] ?? null;
}

export async function startBackup(executor: Executor): Promise<BackupRow | null> {
  const { rows } = await sql<BackupRow>`
    update backups set status = 'running' where status = 'requested' returning *`.execute(executor);
  return rows[0] ?? null;
}

/** Only one process works on backups, so one that is still running when it starts was interrupted. */
export async function failInterrupted(executor: Executor, now: Date): Promise<number> {
  const { rows } = await sql`
    update backups set status = 'failed', finished_at = ${now}, error = 'The process stopped before the backup was complete.'
    where status = 'running' returning id`.execute(executor);
  return rows.length;
}

type Outcome = Pick<
  BackupRow,
  'status' | 'taken_at' | 'name' | 'bytes' | 'row_count' | 'file_count' | 'key_count' | 'error'
>;

export async function finishBackup(executor: Executor, id: string, now: Date, end: Outcome): Promise<void> {
  await sql`
    update backups set finished_at = ${now}, status = ${end.status}, taken_at = ${end.taken_at}, name = ${end.name},
      bytes = ${end.bytes}, row_count = ${end.row_count}, file_count = ${end.file_count}, key_count = ${end.key_count}, error = ${end.error}
    where id = ${id}`.execute(executor);
}

export async function recordVerification(
  executor: Executor,
  id: string,
  now: Date,
  error: string | null,
): Promise<void> {
  await sql`update backups set verified_at = ${now}, verify_error = ${error} where id = ${id}`.execute(executor);
}

export async function findNewestBackup(executor: Executor): Promise<BackupRow | null> {
  const { rows } = await sql<BackupRow>`
    select * from backups where status = 'done' order by finished_at desc limit 1`.execute(executor);
  return rows[0] ?? null;
}

export interface BackupFacts {
  /** When the newest backup was completed. If none was, the first request; null if none was requested. */
  newest_at: Date | null;
  last_done_at: Date | null;
  last_requested_at: Date | null;
  last_verified_at: Date | null;
  /** The result of the last test restore. */
  verify_error: string | null;
}

export async function readBackupFacts(executor: Executor): Promise<BackupFacts> {
  const { rows } = await sql<BackupFacts>`
    select coalesce(max(finished_at) filter (where status = 'done'), min(requested_at)) as newest_at,
      max(finished_at) filter (where status = 'done') as last_done_at, max(requested_at) as last_requested_at, max(verified_at) as last_verified_at,
      (select verify_error from backups where verified_at is not null order by verified_at desc limit 1) as verify_error
    from backups`.execute(executor);
  return assertDefined(rows[0]);
}

export async function deleteBackupRows(executor: Executor, before: Date): Promise<void> {
  await sql`delete from backups where requested_at < ${before} and status in ('done', 'failed')`.execute(executor);
}
