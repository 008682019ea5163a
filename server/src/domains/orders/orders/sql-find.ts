import { type RawBuilder, sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { hasMerchantOrderId } from './sql-search.ts';

/** The order with this number at this store; null if there is none. */
export async function findOrderAt(
  executor: Executor,
  { world, name, merchantOrderId }: { world: World; name: string; merchantOrderId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from orders o
    where world = ${world} and retailer = ${name} and ${hasMerchantOrderId([merchantOrderId])}`.execute(executor);
  return rows[0]?.id ?? null;
}

/** SQL: time of the last order before then. The worlds are written out, for their own indexes. */
export const lastOrderBefore = (before: RawBuilder<unknown>): RawBuilder<unknown> => sql`greatest(
  (select max(created_at) from orders where world = 'live' and created_at < ${before}),
  (select max(created_at) from orders where world = 'test' and created_at < ${before}))`;

export async function findClockOfOrder(executor: Executor, id: string): Promise<{ test_clock: string | null } | null> {
  const { rows } = await sql<{ test_clock: string | null }>`
    select test_clock from orders where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}
