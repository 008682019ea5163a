import type { Registry } from '../../../connectors/registry.ts';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { messageCustomer } from '../../delivery/cases/index.ts';
import {
  type FullOrder,
  loadOrders,
  lockOrder,
  notCancellable,
  requestCancellation,
  runOrderNow,
  writeCancelled,
} from '../../orders/orders/index.ts';
import { recordAction } from './export-audit.ts';
import { nothingToRetry } from './failures.ts';

interface Needs {
  db: Db;
  clock: Clock;
}

type OrderAct = (needs: { tx: Tx; clock: Clock }, order: FullOrder) => Promise<Record<string, unknown>>;

interface OrderAction {
  orderId: string;
  name: string;
  note: string;
}

/** Acts on an order of any account while it is locked, and records the action in the same transaction. */
async function actOnOrder(
  { db, clock }: Needs,
  operator: string,
  { orderId, name, note }: OrderAction,
  act: OrderAct,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockOrder(tx, orderId);
    const order = (await loadOrders(tx, [orderId])).get(orderId);
    if (!order) throw notFound();
    const after = await act({ tx, clock }, order);
    const subject = { type: 'order', id: orderId } as const;
    await recordAction({ tx, clock }, { operator, name, subject, before: { status: order.status }, after, note });
  });
}

/** Cancels a pending order, or asks the store to cancel a placed one. */
export const cancelAnyOrder = (
  needs: Needs & { registry: Registry },
  operator: string,
  asked: { orderId: string; reason: string },
): Promise<void> =>
  actOnOrder(
    needs,
    operator,
    { ...asked, name: 'order.cancelled', note: asked.reason },
    async ({ tx, clock }, order) => {
      if (order.status === 'order_placed') {
        const request = { merchantOrderId: null, request: {} };
        return { cancellation_id: await requestCancellation({ tx, clock, registry: needs.registry }, order, request) };
      }
      const own = { id: order.id, accountId: order.account_id, world: order.world, exchange: order.exchange };
      const isDone = await writeCancelled(tx, own, clock.now(), `Canceled by support: ${asked.reason}`);
      if (!isDone) throw notCancellable(order.status);
      return { status: 'cancelled' };
    },
  );

/** Starts the next attempt of a pending order now instead of later. */
export const retryAnyOrder = (
  needs: Needs,
  operator: string,
  asked: { orderId: string; reason: string },
): Promise<void> =>
  actOnOrder(needs, operator, { ...asked, name: 'order.retried', note: asked.reason }, async ({ tx, clock }, order) => {
    if (order.status !== 'pending' || order.waiting_for === 'action') throw nothingToRetry(order.status);
    await runOrderNow(tx, order.id, clock.now());
    return { waiting_for: order.waiting_for, attempts: order.attempts };
  });

/** Writes to the customer on the order's case. */
export const messageOnOrder = (
  needs: Needs,
  operator: string,
  asked: { orderId: string; message: string },
): Promise<void> =>
  actOnOrder(
    needs,
    operator,
    { ...asked, name: 'case.answered', note: asked.message },
    async ({ tx, clock }, order) => {
      await messageCustomer({ tx, clock }, { id: order.id, isManaged: !order.paid_by_client }, asked.message);
      return { case: 'open' };
    },
  );
