import { sql } from 'kysely';
import { afterCommit, type Executor, type Tx } from '../database/index.ts';
import { notifyJobs } from './enqueue.ts';
import type { JobName } from './kinds.ts';

/** Jobs of one kind whose payload has this value, or one of these, in a field. */
interface Named<Values> {
  kind: JobName;
  field: string;
  values: Values;
}

// Kind and field are written out, so that a partial index can serve them. A list of one would be taken for a list of many.
const isNamed = ({ kind, field, values }: Named<string | readonly string[]>) => sql`
  kind = ${sql.lit(kind)} and dead_at is null
    and payload ->> ${sql.lit(field)} ${typeof values === 'string' ? sql`= ${values}` : sql`= any (${values}::text[])`}`;

/** Makes jobs due now that wait for later. A job that a worker has is left alone. */
export async function hurryJobs(
  executor: Executor,
  named: Named<string | readonly string[]>,
  now: Date,
): Promise<void> {
  await sql`
    update jobs set run_at = ${now} where ${isNamed(named)} and token is null and run_at > ${now}`.execute(executor);
  afterCommit(executor, notifyJobs);
}

/** Makes jobs due now and takes them from the workers that have them; enqueues those that are missing. */
export async function restartJobs(tx: Tx, named: Named<readonly string[]>): Promise<void> {
  const { kind, field, values } = named;
  await sql`
    with due as (
      update jobs set run_at = now(), token = null, locked_until = null where ${isNamed(named)}
      returning payload ->> ${sql.lit(field)} as value
    )
    insert into jobs (kind, payload, run_at)
    select ${sql.lit(kind)}, json_build_object(${sql.lit(field)}, wanted.value), now() from unnest(${values}::text[]) as wanted (value)
    where not exists (select from due where due.value = wanted.value)`.execute(tx);
  afterCommit(tx, notifyJobs);
}
