import { publish } from '../../../events/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { toCents } from '../../../kit/money.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { refundOrder } from '../../money/wallet/index.ts';
import { writeCancelledByRetailer } from './sql-cancel.ts';

interface Needs {
  tx: Tx;
  clock: Clock;
}

/** The retailer called the purchase off: status, items, money and event together. False when it was over before. */
export async function recordRetailerCancellation(needs: Needs, orderId: string, reason: string): Promise<boolean> {
  const now = needs.clock.now();
  const moved = await writeCancelledByRetailer(needs.tx, orderId, reason, now);
  if (!moved) return false;
  await refundOrder(needs, {
    orderId,
    accountId: moved.account_id,
    world: moved.world,
    captured: toCents(moved.captured_cents),
    fee: toCents(moved.fee_cents),
  });
  await publish(needs.tx, { type: 'order.cancelled_by_retailer', orderId }, now);
  return true;
}
