import { sql } from 'kysely';
import type { Executor, Row } from '../../../../platform/database/index.ts';
import type { JobResult, LastAttempt } from '../rows.ts';
import type { Doubt } from './sql-unknown-outcomes.ts';

/** How the attempts to buy an order went. */
export interface AttemptsRow
  extends Row<'orders', 'status' | 'started_at' | 'ended_at' | 'submitted_at' | 'needs_review_at'> {
  failed_attempts: LastAttempt[] | null;
  doubt: Doubt | null;
  job_result: JobResult | null;
}

export async function findAttempts(executor: Executor, orderId: string): Promise<AttemptsRow | null> {
  const { rows } = await sql<AttemptsRow>`
    select status, started_at, ended_at, submitted_at, needs_review_at, failed_attempts, doubt, job_result
    from orders where id = ${orderId}`.execute(executor);
  return rows[0] ?? null;
}
