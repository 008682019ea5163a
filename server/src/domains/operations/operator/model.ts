import { recordOf } from '../../../kit/known-keys.ts';
import type { World } from '../../../kit/world.ts';

/** How the audit log names a person who works on the database itself. */
export const commandLine = 'command line';

export type Subject =
  | 'order'
  | 'return'
  | 'case'
  | 'retailer'
  | 'wallet'
  | 'key'
  | 'managed_account'
  | 'secrets'
  | 'database'
  | 'charge'
  | 'store'
  | 'operator'
  | 'job'
  | 'incident'
  | 'alert'
  | 'policy'
  | 'customer';

/** One thing that an operator did: what it was about, how it stood before and how it stands now. */
export interface Action {
  /** The operator's address, or `commandLine`. */
  operator: string;
  name: string;
  subject: { type: Subject; id: string };
  /** Absent where there was nothing before. Never a secret. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  note?: string | null;
}

export interface StatusCount {
  world: World;
  retailer: string;
  status: string;
  count: number;
}

/** How many orders of each world stand how, for every status, also those that no order has. */
export function sumByWorld<Status extends string>(
  counts: readonly StatusCount[],
  statuses: readonly Status[],
): Record<World, Record<Status, number>> {
  const ofWorld = (world: World) =>
    recordOf(statuses, (status) =>
      counts.filter((row) => row.world === world && row.status === status).reduce((sum, row) => sum + row.count, 0),
    );
  return { test: ofWorld('test'), live: ofWorld('live') };
}

/** What became of the orders of one retailer: bought, failed, or still under way. */
export function outcomesOf(counts: readonly StatusCount[], world: World, retailer: string) {
  const outcomes = { placed: 0, failed: 0, under_way: 0 };
  for (const { status, count, ...row } of counts) {
    if (row.world !== world || row.retailer !== retailer) continue;
    if (status === 'order_placed' || status === 'cancelled_by_retailer') outcomes.placed += count;
    else if (status === 'order_failed') outcomes.failed += count;
    else if (status !== 'cancelled') outcomes.under_way += count;
  }
  return outcomes;
}

export interface RefundItem {
  order_item_id: string;
  quantity: number;
}

/** An item that is listed twice is meant twice; always in the same order, so that a repeated request is the same. */
export function mergeRefundItems(items: readonly RefundItem[]): RefundItem[] {
  const quantities = new Map<string, number>();
  for (const { order_item_id, quantity } of items) {
    const id = order_item_id.toLowerCase();
    quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  }
  return [...quantities].sort().map(([order_item_id, quantity]) => ({ order_item_id, quantity }));
}

/**
 * The most that a refund may be: what is left of the charge, and for certain units what is left of theirs. More units than are left
 * of an item can't be refunded at all.
 */
export function refundLimit(
  leftCents: number,
  refundable: readonly { order_item_id: string; unit_cents: readonly number[] }[],
  items: readonly RefundItem[],
): number {
  if (items.length === 0) return leftCents;
  const worths = items.map(({ order_item_id: id, quantity }) => {
    const units = refundable.find((item) => item.order_item_id === id)?.unit_cents ?? [];
    return quantity > units.length ? null : units.slice(0, quantity).reduce((sum, cents) => sum + cents, 0);
  });
  if (worths.includes(null)) return 0;
  return Math.min(
    leftCents,
    worths.reduce<number>((sum, worth) => sum + (worth ?? 0), 0),
  );
}
