import type { JobName } from './kinds.ts';

interface JobsOfRows {
  kind: JobName;
  /** The CTE or table with one row per job. The other values are SQL over its columns. */
  from: string;
  payload: string;
  runAt: string;
  priority?: string;
  where?: string;
}

/** A CTE `name` that enqueues jobs in the caller's statement. Call notifyJobs after the commit. */
export const enqueueCte = (
  name: string,
  { kind, from, payload, runAt, priority, where = 'true' }: JobsOfRows,
): string => `${name} as (
    insert into jobs (kind, payload, run_at${priority ? ', priority' : ''})
    select '${kind}', ${payload}, ${runAt}${priority ? `, ${priority}` : ''} from ${from} where ${where}
  )`;
