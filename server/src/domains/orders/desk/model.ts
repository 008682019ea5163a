import { hourMs, minuteMs } from '../../../kit/clock.ts';
import type { Problem } from '../../../kit/failure.ts';

export type TaskState = 'waiting' | 'taken' | 'bought' | 'failed';

/** How long a claim lasts. The page extends it while it is open. */
export const leaseMs = 20 * minuteMs;

/** A returned task waits at least this long for the next operator, whatever its deadline was. */
export const returnedTaskMs = hourMs;

export interface TaskLease {
  state: TaskState;
  holder: string | null;
  lease: number;
  lease_until: Date | null;
}

export type ClaimState = 'fresh' | 'again' | 'held' | 'lapsed';

/**
 * Who may claim a task. `lapsed`: another operator's claim ran out, and they may have bought without recording it. The next
 * operator must confirm that they asked.
 */
export function claimStateOf(task: TaskLease | null, operator: string, now: Date): ClaimState {
  if (task?.state !== 'taken') return 'fresh';
  if (task.holder === operator) return 'again';
  return task.lease_until && task.lease_until > now ? 'held' : 'lapsed';
}

/** The last operator may still write after the lease ends, until another one claims the task. */
export function isHolder(task: TaskLease | null, operator: string, lease: number): boolean {
  return task?.state === 'taken' && task.holder === operator && task.lease === lease;
}

export interface RecordedLine {
  itemId: string;
  unitPriceCents: number;
  /** Units bought; null: everything ordered. */
  quantity: number | null;
}

export interface RecordedPurchase {
  merchantOrderIds: string[];
  lines: RecordedLine[];
  shippingCents: number;
  taxCents: number;
  feesCents: number;
  discountCents: number;
  totalCents: number;
  estimatedDelivery: string | null;
  note: string | null;
}

interface OrderedItems {
  max_price_cents: number;
  fulfillment: { items: string; quantity: string } | null;
  items: readonly { id: string; quantity: number }[];
}

/** Sum of the lines after discounts. */
export function subtotalOf(purchase: RecordedPurchase, order: OrderedItems): number {
  const lineById = new Map(purchase.lines.map((line) => [line.itemId, line]));
  const sum = order.items.reduce((total, { id, quantity }) => {
    const line = lineById.get(id);
    return total + (line?.unitPriceCents ?? 0) * (line?.quantity ?? quantity);
  }, 0);
  return sum - purchase.discountCents;
}

/** Fewer units than ordered only if the order allows it, and never none. */
function quantityProblems({ lines }: RecordedPurchase, { items, fulfillment }: OrderedItems): string[] {
  const counts = items.map(({ id, quantity: ordered }) => {
    const count = lines.find(({ itemId }) => itemId === id)?.quantity ?? ordered;
    return { count, ordered };
  });
  const isShort = (count: number, ordered: number): boolean => count > 0 && count < ordered;
  return [
    ...(counts.some(({ count, ordered }) => count > ordered) ? ['Quantity is more than was ordered'] : []),
    ...(counts.some(({ count, ordered }) => isShort(count, ordered)) && fulfillment?.quantity !== 'best_effort'
      ? ['This order does not allow missing units. Record all units of every item']
      : []),
    ...(counts.some(({ count }) => count === 0) && fulfillment?.items !== 'best_effort'
      ? ['This order does not allow missing items. Record a purchase for every item']
      : []),
    ...(counts.every(({ count }) => count === 0)
      ? ['If nothing was bought, report that the order cannot be placed']
      : []),
  ];
}

/** Problems of a record: missing or foreign lines, wrong sums, or more than max_price. */
export function findObjections(purchase: RecordedPurchase, order: OrderedItems): Problem[] {
  const problems: Problem[] = [];
  const add = (field: string, msg: string, type = 'value_error') => problems.push({ loc: ['body', field], msg, type });
  const known = new Set(order.items.map(({ id }) => id));
  const named = purchase.lines.map(({ itemId }) => itemId);
  if (named.some((id) => !known.has(id))) add('lines', 'A line does not match an item in this order');
  if (new Set(named).size !== named.length) add('lines', 'A line repeats an item');
  if (order.items.some(({ id }) => !named.includes(id)))
    add('lines', 'Every item in the order needs a price', 'missing');
  for (const problem of quantityProblems(purchase, order)) add('lines', problem);
  if (problems.length > 0) return problems;
  const { shippingCents, taxCents, feesCents, totalCents } = purchase;
  const subtotal = subtotalOf(purchase, order);
  if (subtotal < 0) add('discount_cents', 'The discount is larger than the total');
  const sum = subtotal + shippingCents + taxCents + feesCents;
  if (sum !== totalCents)
    add('total_cents', `The total should be ${sum}: items plus shipping, tax and fees, minus the discount`);
  if (totalCents > order.max_price_cents) {
    add('total_cents', `Input should be less than or equal to ${order.max_price_cents} (max_price)`, 'less_than_equal');
  }
  return problems;
}
