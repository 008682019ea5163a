import { notFound } from '../../../kit/failure.ts';
import type { Page } from '../../../kit/page.ts';
import type { Db } from '../../../platform/database/index.ts';
import { findAccountEmails } from '../../access/accounts/index.ts';
import {
  type ActionRow,
  type FullOrder,
  isBoughtByDesk,
  listActionsOfOrder,
  listBoughtByDesk,
  loadOrders,
} from '../orders/index.ts';
import { findTaskOf, listQueue, type ReceiptRow, receiptsOf, type TaskRow } from './sql.ts';

/** What an operator sees of an order at the desk. */
export interface QueuedTask {
  task: TaskRow | null;
  action: ActionRow | null;
  order: FullOrder;
  receipts: ReceiptRow[];
  account: string | null;
}

/** Answers 404 for an order that was never at the desk. */
export async function readTask(db: Db, orderId: string): Promise<QueuedTask> {
  const order = (await loadOrders(db, [orderId])).get(orderId);
  const actions = order ? await listActionsOfOrder(db, orderId) : [];
  const action = actions.findLast(({ kind }) => kind === 'buy') ?? null;
  if (!order || (!action && !(await isBoughtByDesk(db, orderId)))) throw notFound();
  const emails = await findAccountEmails(db, [order.account_id]);
  return {
    order,
    action,
    task: await findTaskOf(db, orderId),
    receipts: await receiptsOf(db, orderId),
    account: emails.get(order.account_id) ?? null,
  };
}

export async function readQueue(db: Db, page: Page): Promise<{ tasks: QueuedTask[]; total: number }> {
  const { rows, total } = await listQueue(db, page);
  return { tasks: await Promise.all(rows.map(({ order_id: id }) => readTask(db, id))), total };
}

export async function readPurchases(db: Db, page: Page): Promise<{ tasks: QueuedTask[]; total: number }> {
  const { ids, total } = await listBoughtByDesk(db, page);
  return { tasks: await Promise.all(ids.map((id) => readTask(db, id))), total };
}
