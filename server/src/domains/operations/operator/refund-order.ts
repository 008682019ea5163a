import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { Cents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import { type Db, type Executor, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { addRefundNote } from '../../delivery/cases/index.ts';
import { refundPayer } from '../../money/cards/index.ts';
import { findOperatorMove, refundByOperator } from '../../money/wallet/index.ts';
import {
  addExchangeRefund,
  addPartlyRefunded,
  exchangedOf,
  type FullOrder,
  loadOrders,
  lockOrder,
  refundAtStore,
  refundableCentsOf,
} from '../../orders/orders/index.ts';
import { moveConflict, notRefundable } from './failures.ts';
import { recordAction } from './record-action.ts';
import { insertRefund } from './sql.ts';

interface Needs {
  db: Db;
  clock: Clock;
}

export interface RefundRequest {
  /** Names the refund: the same id again refunds nothing. */
  id: string;
  orderId: string;
  amount: Cents;
  note: string;
}

export interface Refunded {
  isNew: boolean;
  accountId: string;
  world: World;
  refundedAt: Date;
  /** What could still be given back. */
  leftCents: number;
}

/** What of an order's money an operator may still give back: nothing where the client's own card paid the retailer. */
export const operatorRefundableCents = (order: FullOrder): number =>
  order.status === 'order_placed' && !order.paid_by_client ? refundableCentsOf(order) : 0;

/**
 * Gives back part of what an order cost: ledger, the order's own count, the word on its case and the audit entry together, under
 * the order's lock, so that returns, parts that the store calls off and its cancellation never pay the same money again.
 */
export async function refundFromCase({ db, clock }: Needs, operator: string, asked: RefundRequest): Promise<Refunded> {
  const refund = { ...asked, id: asked.id.toLowerCase() };
  return inTransaction(db, async (tx) => {
    await lockOrder(tx, refund.orderId);
    const order = await findOrder(tx, refund.orderId);
    const before = await findOperatorMove(tx, refund.id, 'refund');
    if (before) {
      const isSame =
        before.account_id === order.account_id && before.amount_cents === refund.amount && before.note === refund.note;
      if (!isSame) throw moveConflict('refund', refund.id);
      return refundResultOf(order, before.created_at, false);
    }
    const left = operatorRefundableCents(order);
    if (refund.amount > left) throw notRefundable(left);
    if (!(await writeRefund({ tx, clock }, operator, order, refund))) throw moveConflict('refund', refund.id);
    return refundResultOf(await findOrder(tx, refund.orderId), clock.now(), true);
  });
}

async function findOrder(executor: Executor, id: string): Promise<FullOrder> {
  const order = (await loadOrders(executor, [id])).get(id);
  if (!order) throw notFound();
  return order;
}

const refundResultOf = (order: FullOrder, refundedAt: Date, isNew: boolean): Refunded => ({
  isNew,
  accountId: order.account_id,
  world: order.world,
  refundedAt,
  leftCents: operatorRefundableCents(order),
});

async function writeRefund(
  needs: { tx: Tx; clock: Clock },
  operator: string,
  order: FullOrder,
  refund: RefundRequest,
): Promise<boolean> {
  const { tx, clock } = needs;
  const { id, orderId, amount, note } = refund;
  const now = clock.now();
  const { account_id: accountId, world } = order;
  const atStore = refundAtStore(order, amount);
  const exchanged = exchangedOf(order, atStore, amount);
  const isOurs = await refundPayer(needs, { id, order, cents: amount }, (payee) =>
    refundByOperator(needs, { id, accountId, world, amount, note, payee, exchanged }),
  );
  if (!isOurs) return false;
  if (exchanged) await addExchangeRefund(tx, orderId, id, atStore);
  await addPartlyRefunded(tx, orderId, amount, now);
  await insertRefund(tx, { id, orderId, amount, now });
  await addRefundNote(needs, orderId, { id, cents: amount, isRest: amount === operatorRefundableCents(order) });
  await recordAction(needs, {
    operator,
    name: 'order.refunded',
    subject: { type: 'order', id: orderId },
    before: { refundable_cents: operatorRefundableCents(order) },
    after: { refundable_cents: operatorRefundableCents(order) - amount, amount_cents: amount, refund_id: id },
    note,
  });
  return true;
}
