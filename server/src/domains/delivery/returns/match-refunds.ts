import type { StoreRefund } from '../../../connectors/contract.ts';
import { minuteMs } from '../../../kit/clock.ts';
import { type Cents, proportionOf, toCents } from '../../../kit/money.ts';
import { type BoughtItem, computeCredit, countItems, type ReturnItem } from './model.ts';

/** Everything the store says it refunded for a purchase. */
export interface RefundReport {
  refunds: readonly StoreRefund[];
  /** The store has the goods and owes nothing more. */
  isSettled: boolean;
}

interface WaitingReturn {
  items: readonly ReturnItem[];
  created_at: Date;
}

/** Facts about the order, read under its lock. */
export interface RefundFacts {
  captured: Cents;
  bought: readonly BoughtItem[];
  /** Units that were already refunded: credited returns and store cancellations. */
  settled: readonly ReturnItem[];
  /** What the customer got back so far. */
  refundedCents: number;
  /** The most that this return can be credited. */
  worth: Cents;
  /** Other approved returns of the order that wait for a refund. */
  others: readonly WaitingReturn[];
}

/**
 * The part of the store's refunds that is for this return; null while that is open. Errand never passes on more than the store
 * refunded. A refund that names items counts for their returns, oldest first. One that names none counts if it covers everything
 * that waits, or if the store settled the return. Anything else may have another reason, so an operator decides.
 */
export function matchRefunds(report: RefundReport, row: WaitingReturn, facts: RefundFacts): Cents | null {
  const total = report.refunds.reduce((sum, { amount }) => sum + amount, 0);
  const left = total - facts.refundedCents;
  const isAlone = facts.others.length === 0;
  // Stores round to seconds, and their clocks differ from ours. A time that cannot be read proves nothing.
  const isEarlier = (at: Date | null): boolean => at !== null && at.getTime() < row.created_at.getTime() - minuteMs;
  const unnamed = report.refunds.filter(({ lines, at }) => lines.length === 0 && !isEarlier(at));
  const rest = unnamed.reduce((sum, { amount }) => sum + amount, 0);
  const named = shareOfNamed(report.refunds, row.items, facts);
  if (named !== null) {
    const due = Math.min(facts.worth, named + (isAlone ? rest : 0));
    return due > 0 && due <= left ? toCents(due) : null;
  }
  const waiting = [row, ...facts.others].flatMap(({ items }) => items);
  const isCovered = rest >= priceOf(waiting, facts);
  if (!isCovered && !(report.isSettled && isAlone)) return null;
  const due = Math.min(facts.worth, left, rest);
  return due > 0 ? toCents(due) : null;
}

function priceOf(items: readonly ReturnItem[], { bought }: RefundFacts): number {
  return items.reduce((sum, { order_item_id: id, quantity }) => {
    const item = bought.find((candidate) => candidate.id === id);
    return sum + (item?.unit_price_cents ?? 0) * quantity;
  }, 0);
}

/**
 * This return's share of the refunds that name its items; null unless all its units are refunded. The units of a refund share it
 * by what was paid for them.
 */
function shareOfNamed(
  refunds: readonly StoreRefund[],
  items: readonly ReturnItem[],
  facts: RefundFacts,
): number | null {
  const wanted = countItems(items);
  const settled = countItems(facts.settled);
  const oldestFirst = refunds
    .filter(({ lines }) => lines.length > 0)
    .toSorted((left, right) => (left.at?.getTime() || 0) - (right.at?.getTime() || 0));
  let share = 0;
  for (const { amount, lines } of oldestFirst) {
    const ours: ReturnItem[] = [];
    for (const { lineIds, quantity } of lines) {
      // Units that were already refunded come first.
      const isLeft = quantity - takeUnits(settled, lineIds, quantity).length;
      ours.push(...takeUnits(wanted, lineIds, isLeft));
    }
    const sold = new Map(facts.bought.map(({ id, quantity }) => [id, quantity]));
    const all = lines.flatMap(({ lineIds, quantity }) => takeUnits(sold, lineIds, quantity));
    const [part, whole] = [ours, all].map((some) => computeCredit(facts.captured, facts.bought, [], some));
    share += whole ? proportionOf(amount, part ?? 0, whole) : 0;
  }
  return [...wanted.values()].every((missing) => missing === 0) ? share : null;
}

/** Takes up to this many units of these lines out of the count, one entry per unit. */
function takeUnits(count: Map<string, number>, lineIds: readonly string[], quantity: number): ReturnItem[] {
  const taken: ReturnItem[] = [];
  for (const id of lineIds) {
    let left = count.get(id) ?? 0;
    while (left > 0 && taken.length < quantity) {
      left -= 1;
      taken.push({ order_item_id: id, quantity: 1 });
    }
    if (count.has(id)) count.set(id, left);
  }
  return taken;
}
