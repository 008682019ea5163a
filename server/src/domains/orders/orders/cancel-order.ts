import type { Clock } from '../../../kit/clock.ts';
import { Failure } from '../../../kit/failure.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type Caller, followClockOf, type Person } from '../../access/accounts/index.ts';
import { recordDone } from '../../access/activity/index.ts';
import { notCancellable } from './failures.ts';
import { type OrderReader, readOwnOrder } from './read-order.ts';
import { writeCancelled } from './sql-cancel.ts';
import { findSomeOrders } from './sql-selection.ts';
import type { OrderFilter } from './sql-where.ts';

export interface CancelNeeds {
  database: Database;
  clock: Clock;
  read: OrderReader;
}

/** Compare-and-set decides: a worker that claimed the order in the meantime wins. */
export async function cancelOrder(needs: CancelNeeds, caller: Caller, id: string): Promise<void> {
  const order = await readOwnOrder(needs.read, caller, id);
  const own = { id: order.id, accountId: caller.accountId, world: caller.world, exchange: order.exchange };
  const cancel = () => writeCancelled(needs.database, own, needs.clock.now());
  if (await followClockOf(needs.database.db, order, cancel)) return;
  const current = await readOwnOrder(needs.read, caller, id);
  throw notCancellable(current.status);
}

/** Canceling this many takes about a second. */
export const cancelledAtOnce = 200;

interface CancelledOrders {
  cancelled: number;
  /** Errand started to buy them in the meantime. */
  not_cancelled: number;
  has_more: boolean;
}

/** Cancels the pending orders of a filter, each by itself. */
export async function cancelOrders(
  needs: CancelNeeds,
  { caller, person }: { caller: Caller; person: Person | null },
  filter: OrderFilter,
): Promise<CancelledOrders> {
  const ids = await findSomeOrders(needs.database.db, { ...filter, status: 'pending' }, cancelledAtOnce + 1);
  const cancelled: string[] = [];
  const due = ids.slice(0, cancelledAtOnce);
  for (const id of due) if (await isCancelled(needs, caller, id)) cancelled.push(id);
  if (person)
    await recordDone(needs.database.db, person, { action: 'cancelOrder', subjectIds: cancelled }, needs.clock.now());
  return {
    cancelled: cancelled.length,
    not_cancelled: due.length - cancelled.length,
    has_more: ids.length > due.length,
  };
}

async function isCancelled(needs: CancelNeeds, caller: Caller, id: string): Promise<boolean> {
  try {
    await cancelOrder(needs, caller, id);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'order_not_cancellable') return false;
    throw error;
  }
}
