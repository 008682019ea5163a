import { type RawBuilder, sql } from 'kysely';
import type { Executor } from './open.ts';
import type { Tables } from './tables.ts';

const portion = 2_000;

/**
 * Deletes what matches, a portion at a time, each in a statement of its own: what has piled up for months does not outlast a
 * statement's time-out, and holds no locks for long. A row that is changed meanwhile stays for the next time.
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
