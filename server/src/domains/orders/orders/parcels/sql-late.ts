import { sql } from 'kysely';
import type { World } from '../../../../kit/world.ts';
import type { Executor } from '../../../../platform/database/index.ts';

interface Known {
  id: string;
  /** When the order was last written, as read. */
  updated_at: Date;
}

/** Marks an order as late, or no longer late. False: the order changed since it was read, or is already so. */
export async function markLate(
  executor: Executor,
  { id, updated_at: knownAt }: Known,
  isLate: boolean,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update orders set late_since = ${isLate ? now : null}::timestamptz, updated_at = ${now}
    where id = ${id} and status = 'order_placed' and updated_at = ${knownAt} and (late_since is null) = ${isLate}
    returning id`.execute(executor);
  return rows.length === 1;
}

interface LateRow {
  id: string;
  retailer: string;
  expected: string | null;
}

/** Orders of an account that became late since then, oldest first. */
export async function listLateSince(
  executor: Executor,
  { accountId, world, since }: { accountId: string; world: World; since: Date },
  limit: number,
): Promise<LateRow[]> {
  const { rows } = await sql<LateRow>`
    select o.id, o.retailer, o.estimated_delivery as expected from arrivals a join orders o on o.id = a.order_id
    where a.account_id = ${accountId} and a.world = ${world} and a.late_since >= ${since}
    order by a.late_since, o.id limit ${limit}`.execute(executor);
  return rows;
}
