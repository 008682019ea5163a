import { sql } from 'kysely';
import type { Executor, Row } from '../../platform/database/index.ts';
import type { Checkout, Content } from './checkout.ts';

interface CheckoutRow
  extends Row<'ucp_checkouts', 'id' | 'state' | 'revision' | 'content' | 'order_id' | 'expires_at'> {
  state: Checkout['state'];
  content: Content;
}

const checkoutOf = (row: CheckoutRow): Checkout => ({
  id: row.id,
  state: row.state,
  revision: row.revision,
  content: row.content,
  orderId: row.order_id,
  expiresAt: row.expires_at,
});

export async function insertCheckout(
  executor: Executor,
  { id, keyId, content, now, expiresAt }: { id: string; keyId: string; content: Content; now: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into ucp_checkouts (id, api_key_id, state, content, created_at, expires_at)
    values (${id}, ${keyId}, 'open', ${JSON.stringify(content)}::jsonb, ${now}, ${expiresAt})`.execute(executor);
}

/** Null for another key's, exactly as for one that does not exist. */
export async function findCheckout(executor: Executor, keyId: string, id: string): Promise<Checkout | null> {
  const { rows } = await sql<CheckoutRow>`
    select id, state, revision, content, order_id, expires_at from ucp_checkouts
    where id = ${id} and api_key_id = ${keyId}`.execute(executor);
  return rows[0] ? checkoutOf(rows[0]) : null;
}

/** False when another request changed it since it was read. */
export async function writeContent(executor: Executor, { id, revision }: Checkout, content: Content): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ucp_checkouts set content = ${JSON.stringify(content)}::jsonb, revision = revision + 1
    where id = ${id} and revision = ${revision} and state = 'open'`.execute(executor);
  return numAffectedRows === 1n;
}

/** Moves it on from what it was read as; false when it is no longer that. */
export async function moveCheckout(
  executor: Executor,
  { id, revision, state }: Pick<Checkout, 'id' | 'revision' | 'state'>,
  to: Exclude<Checkout['state'], 'ordered'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ucp_checkouts set state = ${to}, revision = revision + 1
    where id = ${id} and revision = ${revision} and state = ${state}`.execute(executor);
  return numAffectedRows === 1n;
}

/** An order that exists counts, whatever another request did to the session meanwhile. */
export async function recordOrder(executor: Executor, id: string, orderId: string): Promise<void> {
  await sql`
    update ucp_checkouts set state = 'ordered', order_id = ${orderId}, revision = revision + 1
    where id = ${id} and order_id is null`.execute(executor);
}

/** What came of a checkout is kept with its order; the checkout itself holds a name and an address. */
export async function pruneCheckouts(executor: Executor, before: Date): Promise<void> {
  await sql`delete from ucp_checkouts where expires_at < ${before} and state <> 'completing'`.execute(executor);
}

export async function eraseCheckoutsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    delete from ucp_checkouts
    where api_key_id in (select id from api_keys where account_id = ${accountId})`.execute(executor);
}
