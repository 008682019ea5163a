import type { PurchaseRecord, ReturnAnswer, ReturnRequest, StoreRefund } from '../../../connectors/contract.ts';
import type { Registry } from '../../../connectors/registry.ts';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { dayMs, minuteMs } from '../../../kit/clock.ts';
import { Failure } from '../../../kit/failure.ts';
import { cutText } from '../../../kit/storable-text.ts';
import { isRestoredSince } from '../../../platform/database/index.ts';
import { type FullOrder, loadOrders } from '../../orders/orders/index.ts';
import { isRefundAutomatic, isRefundOverdue } from './model.ts';
import { creditForReturn, type Resolution, type ResolveNeeds, resolveReturn } from './resolve-return.ts';
import {
  findReturn,
  markFiled,
  markRequested,
  type ReturnRow,
  returnsOfOrder,
  unmarkRequested,
  writeExpected,
  writeRefundProblem,
} from './sql.ts';

export interface FollowNeeds extends ResolveNeeds {
  registry: Registry;
  recordFor(order: FullOrder): Promise<PurchaseRecord>;
}

const askWithinMs = minuteMs;

/**
 * Asks the retailer once and writes its answer, from the request to the refund. Returns when to ask again; null if asking no
 * longer helps.
 */
export async function followReturn(needs: FollowNeeds, id: string, signal: AbortSignal): Promise<number | null> {
  const row = await findReturn(needs.database.db, id);
  if (row?.status !== 'open' && row?.status !== 'approved') return null;
  const order = assertDefined((await loadOrders(needs.database, [row.order_id])).get(row.order_id));
  if (row.status === 'approved') return followRefund(needs, row, order, signal);
  // The connector knows nothing about purchases made by a person, so a person returns them.
  if (order.bought_by_desk) return null;
  const connector = needs.registry.forOrder(order)?.connector;
  // The connector takes no returns, so the operator decides.
  if (!connector?.requestReturn || !connector.checkReturn) return null;
  const call = { signal: AbortSignal.any([signal, AbortSignal.timeout(askWithinMs)]) };
  const all = await returnsOfOrder(needs.database.db, row.order_id);
  const request = requestOf(row, await needs.recordFor(order), all);
  // A restored database may have lost that it filed this return, so the store is asked before it is filed.
  const isRestored = await isRestoredSince(needs.database.db, order.created_at);
  if (isRestored) request.askedAt ??= row.created_at;
  const answer = row.filed_at
    ? await connector.checkReturn(request, call)
    : await requestOnce(needs, row, () => connector.requestReturn?.(request, call));
  if (!answer) return null;
  const dropOff = connector.returnOptions?.(order.retailer).dropOffCode;
  if (answer.kind === 'credited' && !isRefundAutomatic(row, order.paid_by_client, dropOff)) {
    // The retailer has the return. A person decides before money moves.
    await markFiled(needs.database.db, row.id, row.merchant_return_id, needs.clock.now());
    return null;
  }
  const pollAfterMs = await applyAnswer(needs, row, answer);
  return answer.kind === 'approved' ? followReturn(needs, id, signal) : pollAfterMs;
}

/** Asks the store for the refund of an approved return. Null: the store cannot say, and an operator decides. */
async function followRefund(
  needs: FollowNeeds,
  row: ReturnRow,
  order: FullOrder,
  signal: AbortSignal,
): Promise<number | null> {
  if (row.is_paid_by_retailer) return null;
  const { db } = needs.database;
  if (row.expected_cents === null) await writeExpected(db, row.id, await creditForReturn(db, order, row));
  // The store canceled the order in the meantime, so everything was refunded.
  if (order.status !== 'order_placed')
    return resolveAnswered(needs, row, { status: 'credited', amount: null, notes: null });
  const connector = order.bought_by_desk ? null : needs.registry.forOrder(order)?.connector;
  if (!connector?.checkRefund) return null;
  const request = requestOf(row, await needs.recordFor(order), await returnsOfOrder(db, row.order_id));
  const answer = await connector.checkRefund(request, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(askWithinMs)]),
  });
  const problem = answer.kind === 'unreadable' ? answer.message : null;
  if (answer.kind !== 'unreachable' && problem !== row.refund_problem) await writeRefundProblem(db, row.id, problem);
  switch (answer.kind) {
    case 'unreadable':
    case 'waiting':
      return pauseBeforeAsking(row, answer.pollAfterMs, needs.clock.now());
    case 'refunded':
      return resolveAnswered(needs, row, { status: 'credited', amount: answer.amount, notes: answer.message });
    case 'reported': {
      await resolveAnswered(needs, row, { status: 'credited', amount: answer, notes: refundNotesOf(answer.refunds) });
      // The store's refunds may be for something else. This return still waits.
      return pauseBeforeAsking(row, answer.pollAfterMs, needs.clock.now());
    }
    case 'denied':
      return resolveAnswered(needs, row, { status: 'denied', notes: answer.message });
    case 'unreachable':
      throw new Error(answer.message);
  }
}

/** Overdue refunds are asked for once a day, and an operator takes over. */
function pauseBeforeAsking({ approved_at: approvedAt }: ReturnRow, pollAfterMs: number, now: Date): number {
  return approvedAt !== null && isRefundOverdue(approvedAt, now) ? Math.max(pollAfterMs, dayMs) : pollAfterMs;
}

const refundNotesOf = (refunds: readonly StoreRefund[]): string => {
  const reasons = [...new Set(refunds.flatMap(({ reason }) => reason ?? []))];
  return cutText(['The store issued a refund.', ...reasons].join(' '), 1000);
};

/** Written first, so that after a crash it is known that the retailer may have the request. */
async function requestOnce<Answer extends { kind: string }>(
  { database, clock }: FollowNeeds,
  { id, asked_at: askedAt }: ReturnRow,
  ask: () => Promise<Answer> | undefined,
): Promise<Answer | undefined> {
  await markRequested(database.db, id, clock.now());
  const answer = await ask();
  if (answer?.kind === 'unreachable' && askedAt === null) await unmarkRequested(database.db, id);
  return answer;
}

async function applyAnswer(needs: FollowNeeds, row: ReturnRow, answer: ReturnAnswer): Promise<number | null> {
  switch (answer.kind) {
    case 'open':
      await markFiled(needs.database.db, row.id, answer.merchantReturnId, needs.clock.now());
      return answer.pollAfterMs;
    case 'approved': {
      const { merchantReturnId, parcels, returnBy } = answer;
      return resolveAnswered(needs, row, { status: 'approved', merchantReturnId, parcels, returnBy, notes: null });
    }
    case 'denied':
      return resolveAnswered(needs, row, { status: 'denied', notes: answer.message });
    case 'credited':
      return resolveAnswered(needs, row, { status: 'credited', amount: answer.amount, notes: answer.message });
    case 'unreachable':
      throw new Error(answer.message);
  }
}

async function resolveAnswered(needs: FollowNeeds, row: ReturnRow, resolution: Resolution): Promise<null> {
  try {
    await resolveReturn(needs, row.id, resolution);
  } catch (error) {
    // The operator decided in the meantime, and that decision counts.
    if (!(error instanceof Failure && error.code === 'return_not_allowed')) throw error;
  }
  return null;
}

const linesOf = ({ items }: ReturnRow) =>
  items.map((item) => ({ lineId: item.order_item_id, quantity: item.quantity }));

function requestOf(row: ReturnRow, purchase: PurchaseRecord, all: ReturnRow[]): ReturnRequest {
  return {
    reference: row.id,
    purchase,
    lines: linesOf(row),
    askedAt: row.asked_at,
    others: all.filter((other) => other.id !== row.id && other.merchant_return_id !== null).flatMap(linesOf),
    reason: row.reason_code ?? row.reason,
    methodCode: row.method_code,
    explanation: row.explanation ?? row.notes,
    returnAddress: row.return_address,
    approvedAt: row.approved_at,
  };
}
