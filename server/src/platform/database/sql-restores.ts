import { type RawBuilder, sql } from 'kysely';
import type { Executor, Tx } from './open.ts';

/** SQL: a restore was detected within this interval, or is about to be. */
export const isRestoredWithin = (interval: string): string => `(not (select is_known_database())
  or exists (select from database_changes where noticed_at > now() - interval '${interval}'))`;

/** Whether a restore was detected after this time. If so, rows from before it may be missing. */
export async function isRestoredSince(executor: Executor, moment: Date): Promise<boolean> {
  const { rows } = await sql`select from restores where noticed_at >= ${moment} limit 1`.execute(executor);
  return rows.length > 0;
}

/**
 * SQL: the earliest time at which a row with this creation time can first have been written. A row written soon after a
 * restore may repeat one that the restore lost, and the lost one is newer than the copy's last row. Allows for small
 * clock differences.
 */
export const earliestBefore = (moment: RawBuilder<Date>): RawBuilder<Date> => {
  const isJustAfter = sql`noticed_at between ${moment} - interval '2 days' and ${moment} + interval '1 second'`;
  return sql<Date>`
    case when exists (select from database_changes where ${isJustAfter})
      then least(${moment}, coalesce((select min(known_until) from restores where ${isJustAfter}), ${moment} - interval '2 days'))
      else ${moment} end`;
};

/** How recent a restored copy of the database is. */
interface Reach {
  /** Set if an operator knows it. */
  knownUntil: Date | null;
  /** SQL: the newest row of each kind before a given time. */
  lastBefore: ((moment: RawBuilder<unknown>) => RawBuilder<unknown>)[];
  /** SQL: the start for a copy that has nothing older. */
  first: RawBuilder<unknown>;
  /** SQL: the sequence number of the last event. */
  lastEvent: RawBuilder<unknown>;
}

/**
 * Records how recent this copy is: as of its last row, unless an operator says otherwise. Rows that are only minutes
 * old may have been written after the restore, before it was detected.
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

/** How recent the last restored copy was; null if there was no restore. */
export async function lastKnownUntil(executor: Executor): Promise<Date | null> {
  const { rows } = await sql<{ known_until: Date }>`
    select known_until from restores order by id desc limit 1`.execute(executor);
  return rows[0]?.known_until ?? null;
}

/**
 * The sequence number of the last event in restored copies; null if there was no restore since then. An unknown cursor
 * may belong to an event that was lost after it.
 */
export async function lastSeqBeforeRestore(executor: Executor, since: Date): Promise<number | null> {
  const { rows } = await sql<{ seq: number | null }>`
    select min(last_event_seq) as seq from restores where noticed_at >= ${since}`.execute(executor);
  return rows[0]?.seq ?? null;
}
