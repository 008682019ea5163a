import type { Clock } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type Caller, followClockOf } from '../../access/accounts/index.ts';
import { notCancellable } from './failures.ts';
import { type OrderReader, readOwnOrder } from './read-order.ts';
import { writeCancelled } from './sql-cancel.ts';

export interface CancelNeeds {
  database: Database;
  clock: Clock;
  read: OrderReader;
}

/** Compare-and-set decides, not the look before it: a worker that claimed the order meanwhile wins. */
export async function cancelOrder(needs: CancelNeeds, caller: Caller, id: string): Promise<void> {
  const order = await readOwnOrder(needs.read, caller, id);
  const own = { id: order.id, accountId: caller.accountId, world: caller.world, exchange: order.exchange };
  const cancel = () => writeCancelled(needs.database, own, needs.clock.now());
  if (await followClockOf(needs.database.db, order, cancel)) return;
  const current = await readOwnOrder(needs.read, caller, id);
  throw notCancellable(current.status);
}
