import { sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { isSoldAs } from './sql-search.ts';

/** The order that this store sold under this number; null when none of ours has it there. */
export async function findOrderAt(
  executor: Executor,
  { world, name, merchantOrderId }: { world: World; name: string; merchantOrderId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from orders o
    where world = ${world} and retailer = ${name} and ${isSoldAs(merchantOrderId)}`.execute(executor);
  return rows[0]?.id ?? null;
}
