import { notFound } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import { createBatcher } from '../../../platform/batcher.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { FullOrder } from './rows.ts';
import { loadOrders, loadOwnOrders, type OwnedId } from './sql.ts';

/** Reads one order; concurrent readers share a round trip. */
export interface OrderReader {
  /** Of any owner: for those who may see every order, and for the public page. */
  (id: string): Promise<FullOrder | null>;
  /** Null for another account's or the other world's, exactly as for one that does not exist. */
  own(owned: OwnedId): Promise<FullOrder | null>;
}

const limits = { maxBatch: 100, maxInFlight: 4 };

export function createOrderReader(database: Database): OrderReader {
  const read = createBatcher<string, FullOrder | null>({
    ...limits,
    async run(ids) {
      const ordersById = await loadOrders(database, ids);
      return ids.map((id) => ordersById.get(id) ?? null);
    },
  });
  const readOwn = createBatcher<OwnedId, FullOrder | null>({
    ...limits,
    async run(wanted) {
      const orders = await loadOwnOrders(database, wanted);
      // Two callers may ask for the same order at once; it goes to its owner only.
      return wanted.map((one) => orders.find((order) => order.id === one.id && isOf(order, one)) ?? null);
    },
  });
  return Object.assign((id: string) => read(id.toLowerCase()), {
    own: (owned: OwnedId) => readOwn({ ...owned, id: owned.id.toLowerCase() }),
  });
}

const isOf = (order: FullOrder, { accountId, world }: OwnedId): boolean =>
  order.account_id === accountId && order.world === world;

/** Another account's or the other world's order is answered exactly as an unknown one. */
export async function readOwnOrder(
  read: OrderReader,
  { accountId, world }: { accountId: string; world: World },
  id: string,
): Promise<FullOrder> {
  const order = await read.own({ id, accountId, world });
  if (!order) throw notFound();
  return order;
}
