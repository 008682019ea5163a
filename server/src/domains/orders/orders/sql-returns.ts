import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';
import type { FullOrder } from './rows.ts';

/** Keeps what the order tells about one of its returns, in the caller's transaction. Oldest first. */
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
