import { publish } from '../../../events/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { Cents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import { type Db, type Executor, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { addRefundNote } from '../../delivery/cases/index.ts';
import { listRefundableItems } from '../../delivery/returns/index.ts';
import { refundPayer } from '../../money/top-ups/index.ts';
import { findOperatorMove, refundByOperator } from '../../money/wallet/index.ts';
import {
  addExchangeRefund,
  addPartlyRefunded,
  addRefundedQuantities,
  exchangedOf,
  type FullOrder,
  loadOrders,
  lockOrder,
  refundAtStore,
  refundableCentsOf,
  refundedCentsOf,
} from '../../orders/orders/index.ts';
import { recordAction } from './export-audit.ts';
import { moveConflict, notRefundable } from './failures.ts';
import { type RefundItem, refundLimit } from './model.ts';
import { findRefund, insertRefund } from './sql.ts';

interface Needs {
  db: Db;
  clock: Clock;
}

export interface RefundRequest {
  /** The same id again refunds nothing. */
  id: string;
  orderId: string;
  amount: Cents;
  note: string;
  /** The refunded units; empty: an amount for the whole order. */
  items: RefundItem[];
}

export interface Refunded {
  isNew: boolean;
  accountId: string;
  world: World;
  refundedAt: Date;
  leftCents: number;
}

/** What an operator may still refund. Nothing if the client's own card paid the retailer. */
export const operatorRefundableCents = (order: FullOrder): number =>
  order.status === 'order_placed' && !order.paid_by_client ? refundableCentsOf(order) : 0;

/** What was charged and refunded, and what may still be refunded, also by item. */
export async function readRefundable(executor: Executor, order: FullOrder) {
  const left = operatorRefundableCents(order);
  return {
    charged_cents: order.charged_cents === null ? 0 : Math.min(order.charged_cents, order.max_price_cents),
    refunded_cents: refundedCentsOf(order),
    refundable_cents: left,
    items: left === 0 ? [] : await listRefundableItems(executor, order),
  };
}

/**
 * Refunds an order or part of it: ledger, the order's total, the case message, the event and the audit entry, all in
 * one transaction under the order's lock. So returns, partial cancellations and cancellations never refund the same
 * money.
 */
export async function refundOrder({ db, clock }: Needs, operator: string, asked: RefundRequest): Promise<Refunded> {
  const refund = { ...asked, id: asked.id.toLowerCase() };
  return inTransaction(db, async (tx) => {
    await lockOrder(tx, refund.orderId);
    const order = await findOrder(tx, refund.orderId);
    const earlier = await findEarlier(tx, refund);
    if (earlier) return refundResultOf(order, earlier, false);
    const limit = refundLimit(operatorRefundableCents(order), await listRefundableItems(tx, order), refund.items);
    if (refund.amount > limit) throw notRefundable(limit);
    if (!(await writeRefund({ tx, clock }, operator, order, refund))) throw moveConflict('refund', refund.id);
    return refundResultOf(await findOrder(tx, refund.orderId), clock.now(), true);
  });
}

/** When this refund was made before; null if it is new. Throws if the id belongs to another refund. */
async function findEarlier(tx: Tx, refund: RefundRequest): Promise<Date | null> {
  const move = await findOperatorMove(tx, refund.id, 'refund');
  if (!move) return null;
  const row = await findRefund(tx, refund.id);
  const isSame =
    row?.order_id === refund.orderId &&
    move.amount_cents === refund.amount &&
    move.note === refund.note &&
    JSON.stringify(row.items ?? []) === JSON.stringify(refund.items);
  if (!isSame) throw moveConflict('refund', refund.id);
  return move.created_at;
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
  const { id, orderId, amount, note, items } = refund;
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
  await addRefundedQuantities(tx, items, now);
  await insertRefund(tx, { id, orderId, amount, items, now });
  const paid = exchanged?.isOfWallet ? exchanged : { amount, currency: 'USD' };
  await addRefundNote(needs, orderId, { id, paid, isRest: amount === operatorRefundableCents(order) });
  await publish(tx, { type: 'order.refunded', orderId, refundId: id }, now);
  await recordAction(needs, {
    operator,
    name: 'order.refunded',
    subject: { type: 'order', id: orderId },
    before: { refundable_cents: operatorRefundableCents(order) },
    after: {
      refundable_cents: operatorRefundableCents(order) - amount,
      amount_cents: amount,
      refund_id: id,
      ...(items.length > 0 ? { items } : {}),
    },
    note,
  });
  return true;
}
