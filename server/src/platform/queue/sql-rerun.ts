import { type RawBuilder, sql } from 'kysely';
import { afterCommit, type Executor, type Tx } from '../database/index.ts';
import { notifyJobs } from './enqueue.ts';
import type { JobName } from './kinds.ts';

/** Jobs of one kind, by a field of their payload. */
interface ByField {
  kind: JobName;
  field: string;
}

// Kind and field are literals, so a partial index applies.
const fieldOf = ({ field }: ByField): RawBuilder<string> => sql`(payload ->> ${sql.lit(field)})`;
const isOfKind = ({ kind }: ByField) => sql`kind = ${sql.lit(kind)} and dead_at is null`;

/** Makes scheduled jobs due now. Leaves claimed jobs alone. `isMeant`: SQL over the field. */
export async function hurryJobs(
  executor: Executor,
  jobs: ByField & { isMeant: (value: RawBuilder<string>) => RawBuilder<unknown> },
  now: Date,
): Promise<void> {
  await sql`
    update jobs set run_at = ${now}
    where ${isOfKind(jobs)} and token is null and run_at > ${now} and ${jobs.isMeant(fieldOf(jobs))}`.execute(executor);
  afterCommit(executor, notifyJobs);
}

/**
 * Makes jobs due now, takes claimed ones from their workers, and enqueues missing ones: one job per value of the field.
 */
export async function restartJobs(tx: Tx, jobs: ByField & { values: readonly string[] }): Promise<void> {
  await sql`
    with due as (
      update jobs set run_at = now(), token = null, locked_until = null
      where ${isOfKind(jobs)} and ${fieldOf(jobs)} = any (${jobs.values}::text[])
      returning ${fieldOf(jobs)} as value
    )
    insert into jobs (kind, payload, run_at)
    select ${sql.lit(jobs.kind)}, json_build_object(${sql.lit(jobs.field)}, wanted.value), now()
    from unnest(${jobs.values}::text[]) as wanted (value)
    where not exists (select from due where due.value = wanted.value)`.execute(tx);
  afterCommit(tx, notifyJobs);
}
