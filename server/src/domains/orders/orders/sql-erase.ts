import { sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import { type Executor, type Relation, relation, type Tx } from '../../../platform/database/index.ts';

/** Keeps what was bought and paid, and erases the recipient and every text. Open orders stay as they are. */
export async function eraseOrdersOf(executor: Executor, accountId: string): Promise<void> {
  const isOver = sql`outcome is not null`;
  await sql`
    update shipments set checkpoints = '[]'
    where order_id in (select id from orders where account_id = ${accountId} and ${isOver})`.execute(executor);
  await sql`
    delete from order_secrets where order_id in (
      select id from orders where account_id = ${accountId} and ${isOver})`.execute(executor);
  await sql`
    update orders set metadata = '{}', po_number = null, tax_id = null, gift_message = null, customer_email = null, options = '{}',
      legacy_request = null, checkout_sealed = null, purchase_note_sealed = null, doubt = null, last_attempt = null, failed_attempts = null, shipping_address = jsonb_build_object('first_name', '', 'last_name', '', 'address_line1', '',
        'address_line2', null, 'city', '', 'state', null, 'postal_code', '', 'country', shipping_address -> 'country',
        'phone_number', null)
    where account_id = ${accountId} and ${isOver}`.execute(executor);
}

export async function hasOpenOrders(executor: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders where account_id = ${accountId} and outcome is null limit 1`.execute(executor);
  return rows.length === 1;
}

/**
 * Locks orders of a world that ended before then, except those that a `keepIf` condition matches. The world is written out, for
 * its own indexes.
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

/** With everything that this slice stores about them. */
export async function deleteOrders(tx: Tx, ids: string[]): Promise<void> {
  const ofThem = sql`order_id = any (${ids}::uuid[])`;
  await sql`delete from questions where ${ofThem}`.execute(tx);
  await sql`delete from cancellations where ${ofThem}`.execute(tx);
  await sql`delete from order_secrets where ${ofThem}`.execute(tx);
  await sql`delete from shipments where ${ofThem}`.execute(tx);
  await sql`delete from order_items where ${ofThem}`.execute(tx);
  await sql`delete from orders where id = any (${ids}::uuid[])`.execute(tx);
}
