import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { followClockOf } from '../../access/accounts/index.ts';
import { findClockOfOrder } from './sql-find.ts';

/** Does something to an order at the time of its test clock, where it follows one. Begin the transaction inside. */
export async function onClockOfOrder<T>(
  executor: Executor,
  { world }: { world: World },
  orderId: string,
  work: () => Promise<T>,
): Promise<T> {
  return world === 'test' ? followClockOf(executor, await findClockOfOrder(executor, orderId), work) : work();
}
