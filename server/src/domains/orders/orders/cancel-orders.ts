import { Failure } from '../../../kit/failure.ts';
import type { Caller, Person } from '../../access/accounts/index.ts';
import { recordDone } from '../../access/activity/index.ts';
import { type CancelNeeds, cancelOrder } from './cancel-order.ts';
import { findSomeOrders } from './sql-selection.ts';
import type { OrderFilter } from './sql-where.ts';

/** So many are canceled in one request, which then takes about a second. */
export const cancelledAtOnce = 200;

interface CancelledOrders {
  cancelled: number;
  /** Errand began to buy them in the meantime. */
  not_cancelled: number;
  has_more: boolean;
}

/** Cancels pending orders of a filter. Each is decided by itself: what cannot be canceled does not keep the others. */
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
