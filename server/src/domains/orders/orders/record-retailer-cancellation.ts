import { publish } from '../../../events/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { toCents } from '../../../kit/money.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { cardRefundId, refundPayer } from '../../money/cards/index.ts';
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
  const { account_id: accountId, world, paid_by_card } = moved;
  const [captured, fee] = [toCents(moved.captured_cents), toCents(moved.fee_cents)];
  const refund = {
    id: cardRefundId(orderId, 'cancelled'),
    order: { id: orderId, paid_by_card },
    cents: captured + fee,
  };
  if (refund.cents > 0) {
    await refundPayer(needs, refund, async (payee) => {
      await refundOrder(needs, { orderId, accountId, world, captured, fee, payee });
      return true;
    });
  }
  await publish(needs.tx, { type: 'order.cancelled_by_retailer', orderId }, now);
  return true;
}
