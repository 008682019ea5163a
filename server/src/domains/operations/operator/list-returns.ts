import { existing } from '../../../kit/existing.ts';
import type { Cents } from '../../../kit/money.ts';
import type { Page } from '../../../kit/page.ts';
import type { Database } from '../../../platform/database/index.ts';
import { findAccountEmails } from '../../access/accounts/index.ts';
import {
  findReturn,
  listReturns,
  listWaitingRefunds,
  type ReturnRow,
  worthOfReturn,
} from '../../delivery/returns/index.ts';
import { loadOrders, type WholeOrder } from '../../orders/orders/index.ts';

/** A return with what a person has to know who decides it. */
export interface ReturnFile {
  row: ReturnRow;
  order: WholeOrder;
  email: string | null;
  /** What crediting it would put on the wallet. */
  worth: Cents;
}

interface Needs {
  database: Database;
}

export async function returnFiles({ database: { db } }: Needs, rows: ReturnRow[]): Promise<ReturnFile[]> {
  const orders = await loadOrders(
    db,
    rows.map((row) => row.order_id),
  );
  const emails = await findAccountEmails(
    db,
    rows.map((row) => row.account_id),
  );
  return Promise.all(
    rows.map(async (row) => {
      const order = existing(orders.get(row.order_id));
      return { row, order, email: emails.get(row.account_id) ?? null, worth: await worthOfReturn(db, order, row) };
    }),
  );
}

interface ReturnQuery {
  status?: ReturnRow['status'] | undefined;
  refund?: 'waiting' | undefined;
}

export async function allReturns(needs: Needs, { status, refund }: ReturnQuery, page: Page) {
  const { db } = needs.database;
  const { rows, total } = refund
    ? await listWaitingRefunds(db, page)
    : await listReturns(db, { owner: null, status }, page);
  return { files: await returnFiles(needs, rows), total };
}

/** The return as it stands now, for the answer to the operator who decided it. */
export async function returnFile(needs: Needs, id: string): Promise<ReturnFile> {
  const row = await findReturn(needs.database.db, id);
  return existing((await returnFiles(needs, [existing(row)]))[0]);
}
