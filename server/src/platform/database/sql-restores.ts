import { type RawBuilder, sql } from 'kysely';
import type { Executor, Tx } from './open.ts';

/** SQL: the database was found to be an older copy within this interval, or is about to be. */
export const isRestoredWithin = (interval: string): string => `(not (select is_known_database())
  or exists (select from database_changes where noticed_at > now() - interval '${interval}'))`;

/** Whether the database was found to be an older copy after this moment: what happened then may be missing here. */
export async function isRestoredSince(executor: Executor, moment: Date): Promise<boolean> {
  const { rows } = await sql`select from restores where noticed_at >= ${moment} limit 1`.execute(executor);
  return rows.length > 0;
}

/**
 * SQL: when a row that says it was made at `moment` can have been made at the earliest. A row that was written soon after a restore
 * may repeat one that the restore lost, and that one was written after the last thing that the copy knows. The clocks may differ a little.
 */
export const earliestBefore = (moment: RawBuilder<Date>): RawBuilder<Date> => {
  const isJustAfter = sql`noticed_at between ${moment} - interval '2 days' and ${moment} + interval '1 second'`;
  return sql<Date>`
    case when exists (select from database_changes where ${isJustAfter})
      then least(${moment}, coalesce((select min(known_until) from restores where ${isJustAfter}), ${moment} - interval '2 days'))
      else ${moment} end`;
};

/** How far a copy of the database reaches. */
interface Reach {
  /** Where an operator knows it. */
  knownUntil: Date | null;
  /** SQL: the last thing of each sort that the copy knows, of those before a moment. */
  lastBefore: ((moment: RawBuilder<unknown>) => RawBuilder<unknown>)[];
  /** SQL: where a copy that knows nothing older begins. */
  first: RawBuilder<unknown>;
  /** SQL: the number of the last event. */
  lastEvent: RawBuilder<unknown>;
}

/**
 * Writes down how far this copy of the database reaches: to the last thing that it knows, unless told. What is only minutes old may
 * have been written since, before anybody noticed.
 */
export async function insertRestore(tx: Tx, { knownUntil, lastBefore, first, lastEvent }: Reach): Promise<Date> {
  const known = lastBefore.map((last) => last(sql`now() - interval '10 minutes'`));
  const { rows } = await sql<{ known_until: Date }>`
    insert into restores (noticed_at, known_until, last_event_seq)
    select now(), least(now(), coalesce(${knownUntil}::timestamptz, greatest(${sql.join(known)}),
      ${first}, now() - interval '30 days')),
      coalesce(${lastEvent}, 0)
    returning known_until`.execute(tx);
  return rows[0]?.known_until ?? new Date(0);
}

/** How far the copy reached that was restored last; null where none was. */
export async function lastKnownUntil(executor: Executor): Promise<Date | null> {
  const { rows } = await sql<{ known_until: Date }>`
    select known_until from restores order by id desc limit 1`.execute(executor);
  return rows[0]?.known_until ?? null;
}

/**
 * The number of the last event that restored copies knew; null where none was restored since then. A cursor that nobody knows may be
 * of an event that was lost behind it.
 */
export async function lastSeqBeforeRestore(executor: Executor, since: Date): Promise<number | null> {
  const { rows } = await sql<{ seq: number | null }>`
    select min(last_event_seq) as seq from restores where noticed_at >= ${since}`.execute(executor);
  return rows[0]?.seq ?? null;
}
