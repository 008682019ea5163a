import { sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import { type Relation, relation, type Tx } from '../../../platform/database/index.ts';

/**
 * Orders of a world (written out, for its own indexes) that ended before then, locked. Those to which a condition of `keepIf` applies
 * are left out.
 */
export async function lockOldOrders(
  tx: Tx,
  { world, before, most }: { world: World; before: Date; most: number },
  keepIf: (order: Relation<'id' | 'account_id' | 'world'>) => string[],
): Promise<string[]> {
  const isLeft = keepIf(relation('o')).map((condition) => sql`not ${sql.raw(condition)}`);
  const { rows } = await sql<{ id: string }>`
    select id from orders o where created_at < ${before} and world = ${sql.lit(world)} and updated_at < ${before}
      and outcome is not null and ${sql.join(isLeft, sql` and `)}
    limit ${most} for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** With everything of theirs that this slice owns. */
export async function deleteOrders(tx: Tx, ids: string[]): Promise<void> {
  const ofThem = sql`order_id = any (${ids}::uuid[])`;
  await sql`delete from questions where ${ofThem}`.execute(tx);
  await sql`delete from cancellations where ${ofThem}`.execute(tx);
  await sql`delete from order_secrets where ${ofThem}`.execute(tx);
  await sql`delete from shipments where ${ofThem}`.execute(tx);
  await sql`delete from order_items where ${ofThem}`.execute(tx);
  await sql`delete from orders where id = any (${ids}::uuid[])`.execute(tx);
}
