import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';

export interface LifetimeRow {
  is_legacy: boolean;
  orders: number;
  cents: number;
}

/** What was ever bought for real money, by orders of each API. */
export async function sumPurchases(executor: Executor): Promise<LifetimeRow[]> {
  const { rows } = await sql<LifetimeRow>`
    select legacy_request is not null as is_legacy, count(*) as orders,
      coalesce(sum(case when exchange is null then (job_result -> 'price_components' ->> 'total')::bigint else charged_cents end), 0)::bigint as cents
    from orders where world = 'live' and outcome = 'order_placed' group by 1`.execute(executor);
  return rows;
}
