import { recordOf } from '../../../kit/known-keys.ts';
import type { World } from '../../../kit/world.ts';

/** The audit log's name for a person who runs commands on the machine. */
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

/** An operator's action: its subject, and the state before and after. */
export interface Action {
  /** The operator's address, or `commandLine`. */
  operator: string;
  name: string;
  subject: { type: Subject; id: string };
  /** Omitted if there was no state before. Never contains a secret. */
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

/** Orders by mode and status, including statuses that no order has. */
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

/** Outcomes at one retailer: placed, failed or in progress. */
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

/** Adds up the quantities of an item that is listed twice. Sorted, so that a repeated request is equal. */
export function mergeRefundItems(items: readonly RefundItem[]): RefundItem[] {
  const quantities = new Map<string, number>();
  for (const { order_item_id, quantity } of items) {
    const id = order_item_id.toLowerCase();
    quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  }
  return [...quantities].sort().map(([order_item_id, quantity]) => ({ order_item_id, quantity }));
}

/**
 * The maximum refund: what is left of the charge and, with items, of those units. Zero if an item has fewer units
 * left.
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
