import { type RawBuilder, sql } from 'kysely';
import type { Executor } from './open.ts';
import type { Tables } from './tables.ts';

const portion = 2_000;

/**
 * Deletes matching rows in batches, one statement each, so months of rows neither hit the statement timeout nor hold
 * locks for long. A row that changes meanwhile is left for the next run.
 */
export async function deleteInPortions(
  executor: Executor,
  table: keyof Tables,
  where: RawBuilder<unknown>,
): Promise<number> {
  for (let deleted = 0; ; ) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${where} limit ${portion}))`.execute(executor);
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < portion) return deleted;
  }
}
