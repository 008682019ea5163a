import { publish } from '../../../events/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { toCents } from '../../../kit/money.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { cardRefundId, refundPayer } from '../../money/top-ups/index.ts';
import { isOwed, refundOrder } from '../../money/wallet/index.ts';
import { exchangedOf, isOfCurrencyWallet } from './exchange.ts';
import { addExchangeRefund } from './sql.ts';
import { writeCancelledByRetailer } from './sql-cancel.ts';

interface Needs {
  tx: Tx;
  clock: Clock;
}

/**
 * Records that the retailer canceled: status, items, refund and event together. False if the order had already ended.
 */
export async function recordRetailerCancellation(needs: Needs, orderId: string, reason: string): Promise<boolean> {
  const now = needs.clock.now();
  const moved = await writeCancelledByRetailer(needs.tx, orderId, reason, now);
  if (!moved) return false;
  const { account_id: accountId, world, paid_by_card, exchange } = moved;
  const [captured, fee] = [toCents(moved.captured_cents), toCents(moved.fee_cents)];
  const refund = {
    id: cardRefundId(orderId, 'cancelled'),
    order: { id: orderId, paid_by_card },
    cents: captured + fee,
  };
  const { charged = 0, refunds = {}, fee: feeAbroad = 0 } = exchange ?? {};
  const rest = Object.values(refunds).reduce((left, amount) => left - amount, charged);
  const exchanged = exchangedOf(moved, Math.max(0, rest), captured);
  const exchangedFee = isOfCurrencyWallet(moved) ? exchangedOf(moved, feeAbroad, fee) : null;
  if (isOwed(captured, exchanged) || isOwed(fee, exchangedFee)) {
    await refundPayer(needs, refund, async (payee) => {
      await refundOrder(needs, { orderId, accountId, world, captured, fee, payee, exchanged, exchangedFee });
      return true;
    });
    if (exchanged) await addExchangeRefund(needs.tx, orderId, 'cancelled', exchanged.amount);
  }
  await publish(needs.tx, { type: 'order.cancelled_by_retailer', orderId }, now);
  return true;
}
