import { sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import { type Database, type Executor, runNamed, type Tx } from '../../../platform/database/index.ts';
import { actionsJsonOf } from './actions/index.ts';
import { acceptedColumnsOf } from './columns.ts';
import { type FullOrder, type OrderRow, settledColumns } from './rows.ts';

/** Reads many orders in one query, which concurrent readers of a process share. */
const fullOrders = `
  select ${acceptedColumnsOf('o')}, ${settledColumns.map((name) => `o.${name}`).join(', ')},
    items.list as items, coalesce(parcels.list, '[]') as shipments,
    coalesce(asked.list, '[]') as questions,
    case when o.paid_by_card then (select to_json(c.*) from order_card_payments c where c.order_id = o.id) end as card
  from orders o
    cross join lateral (select json_agg(i.* order by i.position) as list from order_items i where i.order_id = o.id) items
    cross join lateral (select json_agg(s.* order by s.position) as list from shipments s where s.order_id = o.id) parcels
    cross join lateral (${actionsJsonOf('o.id')}) asked`;

const loadStatement = { name: 'load-orders', text: `${fullOrders} where o.id = any ($1::uuid[])` };

export async function loadOrders(database: Database | Executor, ids: string[]): Promise<Map<string, FullOrder>> {
  const rows = await runNamed<FullOrder>(database, loadStatement, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const loadOwnStatement = {
  name: 'load-own-orders',
  text: `${fullOrders}
    join unnest($1::uuid[], $2::uuid[], $3::text[]) as wanted (id, account_id, world)
      on wanted.id = o.id and wanted.account_id = o.account_id and wanted.world = o.world`,
};

export interface OwnedId {
  id: string;
  accountId: string;
  world: World;
}

/** Reads nothing of another account's order, so it costs as little as an unknown one. */
export async function loadOwnOrders(database: Database | Executor, wanted: OwnedId[]): Promise<FullOrder[]> {
  const columns = [wanted.map(({ id }) => id), wanted.map((one) => one.accountId), wanted.map((one) => one.world)];
  return runNamed<FullOrder>(database, loadOwnStatement, columns);
}

/** Records a refund in the store's currency by its cause. The caller has the order's lock. */
export async function addExchangeRefund(tx: Executor, orderId: string, causeId: string, amount: number): Promise<void> {
  await sql`
    update orders set exchange = jsonb_set(exchange, array['refunds', ${causeId}::text], to_jsonb(${amount}::bigint), true)
    where id = ${orderId} and exchange is not null`.execute(tx);
}

/** Locks an order and returns its status. */
export async function lockOrder(executor: Executor, id: string): Promise<OrderRow['status'] | null> {
  const { rows } = await sql<Pick<OrderRow, 'status'>>`select status from orders where id = ${id} for update`.execute(
    executor,
  );
  return rows[0]?.status ?? null;
}

/** Like lockOrder, for the owner only. Another account's order is neither locked nor read. */
export async function lockOwnOrder(executor: Executor, { id, accountId, world }: OwnedId): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = ${id} and account_id = ${accountId} and world = ${world} for update`.execute(
    executor,
  );
  return rows.length === 1;
}

/** Records a refund, so that neither a return nor the end of the order pays it again. */
export async function addPartlyRefunded(tx: Tx, orderId: string, cents: number, now: Date): Promise<void> {
  await sql`
    update orders set partly_refunded_cents = partly_refunded_cents + ${cents}, updated_at = ${now}
    where id = ${orderId}`.execute(tx);
}

/** Clears the wait for a person and updates the order's time. */
export async function markAnswered(executor: Executor, id: string, now: Date): Promise<void> {
  await sql`
    update orders set waiting_for = null, updated_at = ${now}
    where id = ${id} and status in ('pending', 'in_progress')`.execute(executor);
}

const updatedStatement = {
  name: 'orders-updated',
  text: 'select id, updated_at from orders where id = any ($1::uuid[])',
};

export async function readLastWritten(
  database: Database,
  orders: readonly { id: string }[],
): Promise<Map<string, Date>> {
  if (orders.length === 0) return new Map();
  const ids = [...new Set(orders.map(({ id }) => id))];
  const rows = await runNamed<{ id: string; updated_at: Date }>(database, updatedStatement, [ids]);
  return new Map(rows.map((row) => [row.id, row.updated_at]));
}

export async function moveOrdersToAccount(executor: Executor, from: string, to: string, world: World): Promise<number> {
  const { numAffectedRows } = await sql`
    update orders set account_id = ${to} where account_id = ${from} and world = ${world}`.execute(executor);
  return Number(numAffectedRows ?? 0n);
}

export async function writeOrderPayment(
  executor: Executor,
  id: string,
  payment: NonNullable<FullOrder['payment']>,
): Promise<void> {
  await sql`update orders set payment = ${JSON.stringify(payment)}::jsonb where id = ${id}`.execute(executor);
}

/** Adds or replaces the summary of a return. Oldest first. */
export async function writeOrderReturn(
  executor: Executor,
  orderId: string,
  summary: FullOrder['returns'][number],
): Promise<void> {
  const { id, updated_at: now } = summary;
  const value = sql`${JSON.stringify(summary)}::jsonb`;
  await sql`
    update orders set updated_at = ${now}, returns = case
      when returns @> ${JSON.stringify([{ id }])}::jsonb then (
        select jsonb_agg(case when known ->> 'id' = ${id} then ${value} else known end order by position)
        from jsonb_array_elements(returns) with ordinality as listed (known, position)
      )
      else returns || ${value}
    end
    where id = ${orderId}`.execute(executor);
}
