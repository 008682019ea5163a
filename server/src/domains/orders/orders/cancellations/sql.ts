import { sql } from 'kysely';
import { sourcesOf } from '../../../../kit/moves.ts';
import type { Executor, Row } from '../../../../platform/database/index.ts';
import { type CancellationStatus, cancellationMoves } from './model.ts';

export interface CancellationRow extends Row<'cancellations'> {
  status: CancellationStatus;
  request: Record<string, unknown>;
}

type NewCancellation = Omit<CancellationRow, 'status' | 'message' | 'updated_at'>;

/** False if this purchase is already being canceled. */
export async function insertCancellation(executor: Executor, row: NewCancellation): Promise<boolean> {
  const { rows } = await sql`
    insert into cancellations (id, order_id, merchant_order_id, status, request, created_at, updated_at)
    values (${row.id}, ${row.order_id}, ${row.merchant_order_id}, 'pending',
      ${JSON.stringify(row.request)}, ${row.created_at}, ${row.created_at})
    on conflict (order_id, merchant_order_id) where status = 'pending' do nothing
    returning id`.execute(executor);
  return rows.length === 1;
}

export async function findCancellation(executor: Executor, id: string): Promise<CancellationRow | null> {
  const { rows } = await sql<CancellationRow>`
    select id, order_id, merchant_order_id, status, message, request, created_at, updated_at
    from cancellations where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

export async function findOwnCancellation(
  executor: Executor,
  owner: { accountId: string; world: string },
  id: string,
): Promise<CancellationRow | null> {
  const { rows } = await sql<CancellationRow>`
    select c.id, c.order_id, c.merchant_order_id, c.status, c.message, c.request, c.created_at, c.updated_at
    from cancellations c join orders o on o.id = c.order_id
    where c.id = ${id} and o.account_id = ${owner.accountId} and o.world = ${owner.world}`.execute(executor);
  return rows[0] ?? null;
}

/** The latest one; null if there is none. */
export async function findLatestCancellation(executor: Executor, orderId: string): Promise<CancellationRow | null> {
  const { rows } = await sql<CancellationRow>`
    select id, order_id, merchant_order_id, status, message, request, created_at, updated_at
    from cancellations where order_id = ${orderId} order by created_at desc, id desc limit 1`.execute(executor);
  return rows[0] ?? null;
}

export async function findRunningCancellation(
  executor: Executor,
  orderId: string,
  merchantOrderId: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from cancellations
    where order_id = ${orderId} and merchant_order_id = ${merchantOrderId} and status = 'pending'`.execute(executor);
  return rows[0]?.id ?? null;
}

/** False if it had already ended. */
export async function endCancellation(
  executor: Executor,
  id: string,
  end: { status: CancellationStatus; message: string | null },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update cancellations set status = ${end.status}, message = ${end.message}, updated_at = ${now}
    where id = ${id} and status = any (${sourcesOf(cancellationMoves, end.status)}::text[])
    returning id`.execute(executor);
  return rows.length === 1;
}

export async function eraseCancellationsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    update cancellations set request = '{}'
    where order_id in (select id from orders where account_id = ${accountId})`.execute(executor);
}
