import { notFound } from '../../../kit/failure.ts';
import { fieldsOf, textOf } from '../../../kit/fields.ts';
import type { World } from '../../../kit/world.ts';
import { createBatcher } from '../../../platform/batcher.ts';
import type { Database, Executor } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import { createSharedWait, type SharedWait } from '../../../platform/shared-wait.ts';
import { followClockOf, type MovesLiveMoney } from '../../access/accounts/index.ts';
import type { FullOrder } from './rows.ts';
import { loadOrders, loadOwnOrders, type OwnedId, readLastWritten } from './sql.ts';
import { findClockOfOrder } from './sql-find.ts';

/** Reads one order. Concurrent readers share a query. */
export interface OrderReader {
  /** For any owner: operators, and the public page. */
  (id: string): Promise<FullOrder | null>;
  /** Null for orders of another account or world, as for unknown ones. */
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
      // Two callers may ask for the same order at once. Only its owner gets it.
      return wanted.map((one) => orders.find((order) => order.id === one.id && isOf(order, one)) ?? null);
    },
  });
  return Object.assign((id: string) => read(id.toLowerCase()), {
    own: (owned: OwnedId) => readOwn({ ...owned, id: owned.id.toLowerCase() }),
  });
}

const isOf = (order: FullOrder, { accountId, world }: OwnedId): boolean =>
  order.account_id === accountId && order.world === world;

/** Answers 404 for orders of another account or world, as for unknown ones. */
export async function readOwnOrder(
  read: OrderReader,
  { accountId, world }: { accountId: string; world: World },
  id: string,
): Promise<FullOrder> {
  const order = await read.own({ id, accountId, world });
  if (!order) throw notFound();
  return order;
}

/** For routes of one order (`:order_id`): whether its money is real. */
export function movesLiveOrder(database: Database): MovesLiveMoney {
  return async ({ params }) => {
    const id = textOf(fieldsOf(params).order_id)?.toLowerCase() ?? '';
    return (await loadOrders(database, [id])).get(id)?.world !== 'test';
  };
}

/** Acts on an order at the time of its test clock, if it has one. Begin the transaction inside. */
export async function onClockOfOrder<T>(
  executor: Executor,
  { world }: { world: World },
  orderId: string,
  work: () => Promise<T>,
): Promise<T> {
  return world === 'test' ? followClockOf(executor, await findClockOfOrder(executor, orderId), work) : work();
}

interface Waiting {
  id: string;
  /** What the reader has seen. */
  since: Date;
}

export type OrderWaiter = SharedWait<Waiting>;

export function createOrderWaiter({ database, logger }: { database: Database; logger: Logger }): OrderWaiter {
  return createSharedWait<Waiting>({
    name: 'orders',
    logger,
    async check(asked) {
      const updatedById = await readLastWritten(database, asked);
      return asked.filter(({ id, since }) => (updatedById.get(id) ?? since) > since);
    },
  });
}
