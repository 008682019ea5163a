import { existing } from '../../../kit/existing.ts';
import { notFound } from '../../../kit/failure.ts';
import type { Page } from '../../../kit/page.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { findAccountEmails } from '../../access/accounts/index.ts';
import { type CaseFilter, findWholeCase, listCases } from '../../delivery/cases/index.ts';
import { loadOrders, type WholeOrder } from '../../orders/orders/index.ts';

/** Whose case it is, and about what. */
export interface CaseFile<Case> {
  found: Case;
  order: WholeOrder;
  email: string | null;
}

async function filesOf<Case extends { orderId: string }>(executor: Executor, cases: Case[]) {
  const orders = await loadOrders(
    executor,
    cases.map((one) => one.orderId),
  );
  const emails = await findAccountEmails(
    executor,
    [...orders.values()].map((order) => order.account_id),
  );
  return cases.map((found): CaseFile<Case> => {
    const order = existing(orders.get(found.orderId));
    return { found, order, email: emails.get(order.account_id) ?? null };
  });
}

export async function allCases(executor: Executor, filter: Omit<CaseFilter, 'owner'>, page: Page) {
  const { cases, total } = await listCases(executor, { ...filter, owner: null }, page);
  return { files: await filesOf(executor, cases), total };
}

export async function caseFile(executor: Executor, orderId: string) {
  const found = await findWholeCase(executor, orderId);
  if (!found) throw notFound();
  return existing((await filesOf(executor, [found]))[0]);
}
