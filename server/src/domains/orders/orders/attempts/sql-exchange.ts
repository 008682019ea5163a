import { sql } from 'kysely';
import type { Executor } from '../../../../platform/database/index.ts';
import type { OrderExchange } from '../order-exchange.ts';

/** The rate that this attempt buys at. An attempt that is over changes nothing. */
export async function saveExchange(
  executor: Executor,
  order: { id: string; epoch: number },
  exchange: OrderExchange,
): Promise<void> {
  await sql`
    update orders set exchange = ${JSON.stringify(exchange)}::jsonb where id = ${order.id} and epoch = ${order.epoch}`.execute(
    executor,
  );
}
