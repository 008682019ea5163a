import { reportRefunds } from '../answers.ts';
import type { Call, RefundAnswer, ReturnRequest, StoreRefund } from '../contract.ts';
import type { Store } from '../store.ts';
import type { UcpApi } from './api.ts';
import {
  type Adjustment,
  adjustedCents,
  isCompleted,
  type LineNames,
  lineNames,
  type Order,
  readOrder,
} from './order.ts';

/** Refunds and rejected returns in the order's adjustments. */
export async function checkRefund(
  { api, store }: { api: UcpApi; store: Store },
  request: ReturnRequest,
  call: Call,
): Promise<RefundAnswer> {
  const order = await readOrder({ api, store }, request.purchase, call);
  if ('kind' in order) return order;
  const nameOf = lineNames(order, request.purchase);
  const rejected = rejectionOf(order, request, nameOf);
  if (rejected) return { kind: 'denied', message: rejected.description || 'The store rejected the returned items.' };
  return reportRefunds(refundsOf(order, nameOf), store);
}

const timeOf = ({ occurred_at: at }: Adjustment): Date | null => {
  const time = new Date(at ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
};

const namedLines = ({ line_items: lines = [] }: Adjustment, nameOf: LineNames): StoreRefund['lines'] =>
  lines.map(({ id, quantity }) => ({ lineIds: nameOf(id), quantity: Math.abs(quantity) }));

function refundsOf(order: Order, nameOf: LineNames): (StoreRefund | null)[] {
  // A store may list an adjustment again when it changes.
  const latest = new Map((order.adjustments ?? []).map((adjustment) => [adjustment.id, adjustment]));
  const completed = [...latest.values()].filter(isCompleted);
  const refunds = completed.filter(({ type }) => type === 'refund');
  // If a store reports returns and refunds, only refunds move money.
  const moved = refunds.length > 0 ? refunds : completed.filter(({ type }) => type === 'return');
  return moved.map((adjustment) => {
    const amount = adjustedCents(order, adjustment);
    if (amount === null) return null;
    const { description } = adjustment;
    return { amount, at: timeOf(adjustment), lines: namedLines(adjustment, nameOf), reason: description || null };
  });
}

/** A return of exactly these items that failed since it was approved. */
function rejectionOf(order: Order, { lines, approvedAt }: ReturnRequest, nameOf: LineNames): Adjustment | undefined {
  const isOurs = (adjustment: Adjustment): boolean => {
    const named = namedLines(adjustment, nameOf);
    const countOf = (lineId: string): number =>
      named.filter(({ lineIds }) => lineIds.includes(lineId)).reduce((sum, line) => sum + line.quantity, 0);
    return named.length === lines.length && lines.every(({ lineId, quantity }) => countOf(lineId) === quantity);
  };
  return (order.adjustments ?? []).find((adjustment) => {
    const at = timeOf(adjustment);
    const isSince = at !== null && approvedAt !== null && at >= approvedAt;
    return adjustment.type === 'return' && adjustment.status === 'failed' && isSince && isOurs(adjustment);
  });
}
