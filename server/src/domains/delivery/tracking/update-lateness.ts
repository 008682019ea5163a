import { publish } from '../../../events/index.ts';
import { type Clock, minuteMs } from '../../../kit/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import { type FullOrder, lateFrom, markLate } from '../../orders/orders/index.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

/** Marks an order as late and publishes it. Returns when it may become late; null if it is, or never will be. */
export async function updateLateness(needs: Needs, order: FullOrder | null): Promise<number | null> {
  const now = needs.clock.now();
  const from = order && lateFrom(order);
  const isLate = from !== null && from <= now;
  if (order && isLate !== (order.late_since !== null)) {
    await inTransaction(needs.database.db, async (tx) => {
      if ((await markLate(tx, order, isLate, now)) && isLate)
        await publish(tx, { type: 'order.late', orderId: order.id }, now);
    });
  }
  return from === null || isLate ? null : from.getTime() - now.getTime() + minuteMs;
}
