import type { Clock } from '../../../kit/clock.ts';
import { formatMoney, type Money } from '../../../kit/money.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { addMessage } from './add-message.ts';
import { findState } from './sql.ts';

/** Tells the order's case, if it has one, that an operator refunded money. The caller has the order's lock. */
export async function addRefundNote(
  { tx, clock }: { tx: Tx; clock: Clock },
  orderId: string,
  refund: { id: string; paid: Money; isRest: boolean },
): Promise<void> {
  if ((await findState(tx, orderId)) === null) return;
  const { isRest } = refund;
  const message = `${formatMoney(refund.paid)} was refunded to your wallet${isRest ? '. The order is now fully refunded' : ''}.`;
  const type = isRest ? 'case.refund.full' : 'case.refund.partial';
  await addMessage(tx, orderId, { author: 'service', type, message, cause: `refund ${refund.id}` }, clock.now());
}
