import { sql } from 'kysely';
import type { Executor } from '../database/index.ts';

/** How many jobs of a kind are put off further than anybody has reason to; counted up to a thousand. */
export async function countPostponed(executor: Executor, kind: string, beyondMs: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select from jobs where kind = ${kind} and dead_at is null and run_at > now() + ${beyondMs} * interval '1 ms'
      limit 1000) far`.execute(executor);
  return rows[0]?.n ?? 0;
}
