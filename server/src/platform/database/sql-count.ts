import { type RawBuilder, sql } from 'kysely';
import { assertDefined } from '../../kit/assert-defined.ts';
import { plannedEachTime } from './client.ts';
import type { Executor } from './open.ts';

/** Starts a statement that is planned for its own values each time. */
export const planned: RawBuilder<unknown> = sql.raw(plannedEachTime);

/** Counts the rows of a select, up to `most` + 1. */
export async function countUpTo(executor: Executor, select: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`${planned}
    select count(*) as total from (${select} limit ${most + 1}) counted`.execute(executor);
  return assertDefined(rows[0]).total;
}
