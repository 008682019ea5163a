import { assertDefined } from '../../../kit/assert-defined.ts';
import { isoOrNull } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { Page } from '../../../kit/page.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { presentAs } from '../../../platform/http/index.ts';
import { findAccountNames } from '../../catalog/retailer-accounts/index.ts';
import {
  type CaseFilter,
  findFullCase,
  listCases,
  presentFullCase,
  presentListedCase,
} from '../../delivery/cases/index.ts';
import {
  creditForReturn,
  findReturn,
  listReturns,
  listWaitingRefunds,
  presentReturn,
  type ReturnRow,
} from '../../delivery/returns/index.ts';
import {
  countUnknownOutcomes,
  isLate,
  listUnknownOutcomes,
  presentOrder,
  timelineOf,
} from '../../orders/orders/index.ts';
import { loadOwned, type OwnedOrder, presentOwner } from './load-owned.ts';
import { operatorRefundableCents } from './refund-order.ts';
import { DoubtView } from './schema-decisions.ts';

/** Orders with an unknown outcome, with the evidence, longest waiting first. */
export async function listOpenDoubts(executor: Executor, page: Page, now: Date) {
  const doubts = await listUnknownOutcomes(executor, page);
  const orders = await loadOwned(
    executor,
    doubts.map((row) => row.id),
  );
  const names = await findAccountNames(
    executor,
    doubts.flatMap((row) => row.managed_account_id ?? []),
  );
  const views = doubts.flatMap((row) => {
    const owned = orders.get(row.id);
    if (!owned) return [];
    const { order } = owned;
    // Null if the account was not ours, or was deleted.
    const account = names.get(row.managed_account_id ?? '');
    const view = presentAs(DoubtView, {
      ...row,
      ...presentOwner(owned),
      order_id: row.id,
      fee_cents: order.fee_cents,
      paid_by_client: order.paid_by_client,
      evidence: {
        reference: row.id,
        checkout_kept: row.is_checkout_kept,
        bought_with: account ? { short_id: account.shortId, email: account.email, is_own: account.isOwn } : null,
        times_asked: row.doubt?.asked ?? null,
        last_answer: row.doubt?.message ?? null,
        timeline: timelineOf(order),
      },
      order: presentOrder(order, now),
    });
    return [view];
  });
  return { doubts: views, total: await countUnknownOutcomes(executor) };
}

interface ReturnNeeds {
  db: Executor;
  publicUrl: string;
  now: Date;
}

/** Returns, with everything an operator needs to decide them. */
function presentReturns({ db, publicUrl, now }: ReturnNeeds, rows: ReturnRow[], orders: Map<string, OwnedOrder>) {
  return Promise.all(
    rows.map(async (row) => {
      const owned = assertDefined(orders.get(row.order_id));
      const { merchant_order_ids, charged_cents } = owned.order;
      return {
        ...presentReturn(row, publicUrl, now),
        ...presentOwner(owned),
        merchant_order_ids,
        charged_cents,
        worth_cents: await creditForReturn(db, owned.order, row),
        credited_cents: row.credited_cents,
        approved_at: isoOrNull(row.approved_at),
      };
    }),
  );
}

interface ReturnFilter {
  status?: ReturnRow['status'] | undefined;
  refund?: 'waiting' | 'overdue' | undefined;
}

export async function listAllReturns(needs: ReturnNeeds, { status, refund }: ReturnFilter, page: Page) {
  const { rows, total } = refund
    ? await listWaitingRefunds(needs.db, refund === 'overdue' ? needs.now : null, page)
    : await listReturns(needs.db, { owner: null, status }, page);
  const orders = await loadOwned(
    needs.db,
    rows.map((row) => row.order_id),
  );
  return { returns: await presentReturns(needs, rows, orders), total };
}

export async function readReturn(needs: ReturnNeeds, id: string) {
  const row = await findReturn(needs.db, id);
  if (!row) throw notFound();
  const orders = await loadOwned(needs.db, [row.order_id]);
  return assertDefined((await presentReturns(needs, [row], orders))[0]);
}

const presentCaseOwner = (owned: OwnedOrder) => ({
  ...presentOwner(owned),
  order_status: owned.order.status,
  tracking_statuses: owned.order.shipments.map(({ status }) => status),
  is_late: isLate(owned.order),
});

export async function listAllCases(executor: Executor, filter: Omit<CaseFilter, 'owner'>, page: Page) {
  const { cases, total } = await listCases(executor, { ...filter, owner: null }, page);
  const orders = await loadOwned(
    executor,
    cases.map((one) => one.orderId),
  );
  return {
    cases: cases.map((one) => ({
      ...presentListedCase(one),
      ...presentCaseOwner(assertDefined(orders.get(one.orderId))),
    })),
    total,
  };
}

export async function readCase(executor: Executor, orderId: string) {
  const found = await findFullCase(executor, orderId);
  if (!found) throw notFound();
  const owned = assertDefined((await loadOwned(executor, [found.orderId])).get(found.orderId));
  return {
    ...presentFullCase(found),
    ...presentCaseOwner(owned),
    refundable_cents: operatorRefundableCents(owned.order),
  };
}
