import { sql } from 'kysely';
import type { Executor } from '../database/index.ts';

export interface DeadJob {
  id: number;
  kind: string;
  attempts: number;
  last_error: string | null;
  dead_at: Date;
}

/** A dead job, locked until the end of the transaction; null if it is not dead. */
export async function lockDeadJob(executor: Executor, id: number): Promise<DeadJob | null> {
  const { rows } = await sql<DeadJob>`
    select id, kind, attempts, last_error, dead_at from jobs
    where id = ${id} and dead_at is not null for update`.execute(executor);
  return rows[0] ?? null;
}

/** Runs a dead job again right away. False if another job with its dedupe key exists. */
export async function reviveJob(executor: Executor, id: number): Promise<boolean> {
  const { rows } = await sql`
    update jobs set dead_at = null, attempts = 0, run_at = '-infinity', locked_until = null, token = null
    where id = ${id} and dead_at is not null and not exists (
      select from jobs other where other.kind = jobs.kind and other.dedupe_key = jobs.dedupe_key and other.dead_at is null
    ) returning id`.execute(executor);
  return rows.length === 1;
}

export async function discardDeadJob(executor: Executor, id: number): Promise<void> {
  await sql`delete from jobs where id = ${id} and dead_at is not null`.execute(executor);
}
