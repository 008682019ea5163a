import { sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import type { Executor, Row, Tx } from '../../../platform/database/index.ts';
import type { Buyer, Checkout, Content } from './checkout.ts';

interface CheckoutRow
  extends Row<'ucp_checkouts', 'id' | 'state' | 'revision' | 'content' | 'order_id' | 'expires_at' | 'world'> {
  state: Checkout['state'];
  content: Content;
  world: World | null;
}

const checkoutOf = (row: CheckoutRow): Checkout => ({
  id: row.id,
  state: row.state,
  revision: row.revision,
  content: row.content,
  orderId: row.order_id,
  expiresAt: row.expires_at,
  agentWorld: row.world,
});

interface NewCheckout {
  id: string;
  buyer: Buyer;
  /** Null: the key's mode. */
  world: World | null;
  content: Content;
  now: Date;
  expiresAt: Date;
}

const keyOf = (buyer: Buyer): string | null => (buyer.kind === 'key' ? buyer.caller.keyId : null);

export async function insertCheckout(executor: Executor, checkout: NewCheckout): Promise<void> {
  const { id, buyer, world, content, now, expiresAt } = checkout;
  await sql`
    insert into ucp_checkouts (id, api_key_id, agent, world, state, content, created_at, expires_at)
    values (${id}, ${keyOf(buyer)}, ${buyer.agent}, ${world}, 'open', ${JSON.stringify(content)}::jsonb, ${now},
      ${expiresAt})`.execute(executor);
}

/** The buyer's checkouts: by key, or by profile. */
const isOwnedBy = (buyer: Buyer) =>
  buyer.kind === 'key'
    ? sql<boolean>`api_key_id = ${buyer.caller.keyId}`
    : sql<boolean>`(api_key_id is null and agent = ${buyer.agent})`;

/** Null for another buyer's, as for an unknown id. */
export async function findCheckout(executor: Executor, buyer: Buyer, id: string): Promise<Checkout | null> {
  const { rows } = await sql<CheckoutRow>`
    select id, state, revision, content, order_id, expires_at, world from ucp_checkouts
    where id = ${id} and ${isOwnedBy(buyer)}`.execute(executor);
  return rows[0] ? checkoutOf(rows[0]) : null;
}

export async function isOrderOf(executor: Executor, buyer: Buyer, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ucp_checkouts where order_id = ${orderId} and ${isOwnedBy(buyer)}`.execute(executor);
  return rows.length > 0;
}

/** An order's checkout and the agent to notify; null if it has none. */
export async function findAgentOf(
  executor: Executor,
  orderId: string,
): Promise<{ checkoutId: string; agent: string } | null> {
  const { rows } = await sql<{ id: string; agent: string }>`
    select id, agent from ucp_checkouts where order_id = ${orderId} and agent is not null`.execute(executor);
  return rows[0] ? { checkoutId: rows[0].id, agent: rows[0].agent } : null;
}

/** Which of these orders came through UCP. */
export async function ordersOfUcp(executor: Executor, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from ucp_checkouts where order_id = any (${orderIds}::uuid[]) and agent is not null`.execute(
    executor,
  );
  return new Set(rows.map((row) => row.order_id));
}

/** False if it changed since it was read. */
export async function writeContent(executor: Executor, { id, revision }: Checkout, content: Content): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ucp_checkouts set content = ${JSON.stringify(content)}::jsonb, revision = revision + 1
    where id = ${id} and revision = ${revision} and state = 'open'`.execute(executor);
  return numAffectedRows === 1n;
}

/** Changes the status; false if it changed since it was read. */
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

/** An existing order counts, even if the session changed meanwhile. */
export async function recordOrder(executor: Executor, id: string, orderId: string): Promise<void> {
  await sql`
    update ucp_checkouts set state = 'ordered', order_id = ${orderId}, revision = revision + 1
    where id = ${id} and order_id is null`.execute(executor);
}

/** Links the order to the checkout; false if it changed since it was read, so it is paid for once. */
export async function orderCheckout(
  executor: Executor,
  { id, revision }: Pick<Checkout, 'id' | 'revision'>,
  orderId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ucp_checkouts set state = 'ordered', order_id = ${orderId}, revision = revision + 1
    where id = ${id} and revision = ${revision} and state = 'open'`.execute(executor);
  return numAffectedRows === 1n;
}

/**
 * Deletes old checkouts, which hold a name and an address. The link to the order stays while parcels are in transit,
 * since the agent gets updates.
 */
export async function pruneCheckouts(executor: Executor, before: Date): Promise<void> {
  await sql`
    delete from ucp_checkouts
    where expires_at < ${before} and state <> 'completing'
      and (order_id is null or expires_at < ${before}::timestamptz - interval '60 days')`.execute(executor);
  await sql`
    update ucp_checkouts set content = content || '{"address": null, "buyer": {}}'::jsonb
    where expires_at < ${before} and order_id is not null and content->'address' <> 'null'::jsonb`.execute(executor);
}

export async function eraseCheckoutsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    delete from ucp_checkouts
    where api_key_id in (select id from key_summaries where account_id = ${accountId})
      or order_id in (select id from order_summaries where account_id = ${accountId})`.execute(executor);
}

export async function deleteCheckoutsOf(tx: Tx, orderIds: string[]): Promise<void> {
  await sql`delete from ucp_checkouts where order_id = any (${orderIds}::uuid[])`.execute(tx);
}

/** False if it is already stored. */
export async function insertSignature(executor: Executor, id: Buffer, expiresAt: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into used_signatures (id, expires_at) values (${id}, ${expiresAt}) on conflict do nothing`.execute(executor);
  return numAffectedRows === 1n;
}

export async function pruneSignatures(executor: Executor, now: Date): Promise<void> {
  await sql`delete from used_signatures where expires_at < ${now}`.execute(executor);
}
