import { sql } from 'kysely';
import type { Executor, Tx } from '../platform/database/index.ts';

/**
 * Writes down how far this copy of the database reaches: to the last thing that it knows, unless told. What is only minutes
 * old may have been written since, before anybody noticed. A copy that knows nothing older begins with its first account.
 */
export async function insertRestore(tx: Tx, knownUntil: Date | null): Promise<Date> {
  const isOld = sql`created_at < now() - interval '10 minutes'`;
  const { rows } = await sql<{ known_until: Date }>`
    insert into restores (noticed_at, known_until, last_event_seq)
    select now(), least(now(), coalesce(${knownUntil}::timestamptz, greatest(
      (select max(created_at) from orders where world = 'live' and ${isOld}),
      (select max(created_at) from orders where world = 'test' and ${isOld}),
      (select max(created_at) from events where ${isOld}), (select max(created_at) from top_ups where ${isOld}),
      (select max(created_at) from accounts where ${isOld})),
      (select min(created_at) from accounts), now() - interval '30 days')),
      coalesce((select max(seq) from events), 0)
    returning known_until`.execute(tx);
  return rows[0]?.known_until ?? new Date(0);
}

/** How far the copy reached that was restored last; null where none was. */
export async function lastKnownUntil(executor: Executor): Promise<Date | null> {
  const { rows } = await sql<{ known_until: Date }>`
    select known_until from restores order by id desc limit 1`.execute(executor);
  return rows[0]?.known_until ?? null;
}
