import type { Page } from '../../../kit/page.ts';
import type { Database } from '../../../platform/database/index.ts';
import { findAccountEmails } from '../../access/accounts/index.ts';
import { findAccountNames } from '../../catalog/retailer-accounts/index.ts';
import { countDoubts, type DoubtRow, listDoubts, loadOrders, type WholeOrder } from '../../orders/orders/index.ts';

/** An order that waits for a decision, with everything that is known of it. */
export interface DoubtFile {
  doubt: DoubtRow;
  order: WholeOrder;
  email: string | null;
  /** The retailer account that pressed the button; null when it was none of ours, or is gone. */
  boughtWith: { shortId: string; email: string; isOwn: boolean } | null;
}

/** The longest waiting first. */
export async function openDoubts({ database }: { database: Database }, page: Page) {
  const { db } = database;
  const doubts = await listDoubts(db, page);
  const orders = await loadOrders(
    db,
    doubts.map((row) => row.id),
  );
  const emails = await findAccountEmails(
    db,
    [...orders.values()].map((order) => order.account_id),
  );
  const names = await findAccountNames(
    db,
    doubts.flatMap((row) => row.managed_account_id ?? []),
  );
  const files = doubts.flatMap((doubt): DoubtFile[] => {
    const order = orders.get(doubt.id);
    if (!order) return [];
    const boughtWith = names.get(doubt.managed_account_id ?? '') ?? null;
    return [{ doubt, order, email: emails.get(order.account_id) ?? null, boughtWith }];
  });
  return { files, total: await countDoubts(db) };
}
