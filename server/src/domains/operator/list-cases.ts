import { notFound } from '../../kit/failure.ts';
import type { Page } from '../../kit/page.ts';
import type { Database } from '../../platform/database/index.ts';
import { findAccountEmails } from '../accounts/index.ts';
import { type CaseFilter, findWholeCase, listCases } from '../cases/index.ts';
import { loadOrders, type WholeOrder } from '../orders/index.ts';

/** Whose case it is, and about what. */
export interface CaseFile<Case> {
  found: Case;
  order: WholeOrder;
  email: string | null;
}

interface Needs {
  database: Database;
}

async function filesOf<Case extends { orderId: string }>({ database: { db } }: Needs, cases: Case[]) {
  const orders = await loadOrders(
    db,
    cases.map((one) => one.orderId),
  );
  const emails = await findAccountEmails(
    db,
    [...orders.values()].map((order) => order.account_id),
  );
  return cases.map((found): CaseFile<Case> => {
    const order = orders.get(found.orderId)!;
    return { found, order, email: emails.get(order.account_id) ?? null };
  });
}

export async function allCases(needs: Needs, filter: Omit<CaseFilter, 'owner'>, page: Page) {
  const { cases, total } = await listCases(needs.database.db, { ...filter, owner: null }, page);
  return { files: await filesOf(needs, cases), total };
}

export async function caseFile(needs: Needs, orderId: string) {
  const found = await findWholeCase(needs.database.db, orderId);
  if (!found) throw notFound();
  return (await filesOf(needs, [found]))[0]!;
}
