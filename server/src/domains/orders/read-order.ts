import { notFound } from '../../kit/failure.ts';
import { createBatcher } from '../../platform/batcher.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Caller } from '../accounts/index.ts';
import { loadOrders, type WholeOrder } from './store.ts';

/** Reads one order; concurrent readers share a round trip. */
export type OrderReader = (id: string) => Promise<WholeOrder | null>;

export function createOrderReader(database: Database): OrderReader {
  const read = createBatcher<string, WholeOrder | null>({
    maxBatch: 100,
    maxInFlight: 4,
    async run(ids) {
      const ordersById = await loadOrders(database, ids);
      return ids.map((id) => ordersById.get(id) ?? null);
    },
  });
  return (id) => read(id.toLowerCase());
}

/** Another account's or the other world's order is answered exactly as an unknown one. */
export async function readOwnOrder(read: OrderReader, caller: Caller, id: string): Promise<WholeOrder> {
  const order = await read(id);
  if (!order || order.account_id !== caller.accountId || order.world !== caller.world) throw notFound();
  return order;
}
