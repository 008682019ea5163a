import { createHash } from 'node:crypto';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { dayMs } from '../../../kit/clock.ts';
import { idFrom } from '../../../kit/ids.ts';
import { addCents, type Cents, proportionOf, toCents } from '../../../kit/money.ts';
import type { Moves } from '../../../kit/moves.ts';

export const returnStatuses = ['open', 'approved', 'denied', 'credited'] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

/** An approved return waits for its refund, unless the retailer refunds the customer: then it is final. */
export const returnMoves: Moves<ReturnStatus> = {
  open: ['approved', 'denied', 'credited'],
  approved: ['credited', 'denied'],
  denied: [],
  credited: [],
};

export const returnReasons = [
  'damaged',
  'not_delivered',
  'empty_box',
  'wrong_item',
  'defective',
  'not_as_described',
  'wrong_size',
  'no_longer_needed',
  'forced_cancellation',
  'other',
] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** Maps a retailer's code to one of our reasons, or to `other`. */
export function returnReasonFor(code: string): ReturnReason {
  return returnReasons.find((reason) => reason === code) ?? 'other';
}

export const labelLinkMs = 7 * dayMs;

export interface ReturnItem {
  order_item_id: string;
  quantity: number;
}

/** Adds up items that are listed twice. */
export function mergeItems(items: readonly ReturnItem[]): ReturnItem[] {
  const quantities = countItems(items);
  return [...quantities].map(([order_item_id, quantity]) => ({ order_item_id, quantity }));
}

export function countItems(items: readonly ReturnItem[]): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const item of items) {
    const id = item.order_item_id.toLowerCase();
    quantities.set(id, (quantities.get(id) ?? 0) + item.quantity);
  }
  return quantities;
}

/**
 * The ID by which the store knows a return. After a restore, the same items of the same order get the same ID, so the store
 * recognizes its return. A second request for the same items counts the earlier ones and gets another ID.
 */
export function returnIdOf(orderId: string, items: readonly ReturnItem[], earlier: readonly EarlierReturn[]): string {
  const textOf = (some: readonly ReturnItem[]): string =>
    [...countItems(some)]
      .map(([id, quantity]) => `${id} ${quantity}`)
      .sort()
      .join(', ');
  const wanted = textOf(items);
  const times = earlier.filter((one) => textOf(one.items) === wanted).length;
  return idFrom(createHash('sha256').update(`return ${orderId} ${times}: ${wanted}`).digest());
}

export interface BoughtItem {
  id: string;
  quantity: number;
  status: string;
  unit_price_cents: number | null;
  /** Units that the retailer canceled and that never arrive. */
  cancelled_quantity?: number;
  /** Units that an operator refunded. */
  refunded_quantity?: number;
}

export interface EarlierReturn {
  status: ReturnStatus;
  items: readonly ReturnItem[];
}

export interface Objection {
  order_item_id: string;
  problem: 'not_in_order' | 'item_not_bought' | 'quantity_exceeded';
  requested: number;
  returnable: number;
}

/** Units that can still be returned. A denied return frees its units. */
export function countReturnable(item: BoughtItem, earlier: readonly EarlierReturn[]): number {
  if (item.status === 'cancelled' || item.status === 'failed') return 0;
  const taken = countItems(earlier.filter(({ status }) => status !== 'denied').flatMap(({ items }) => items));
  return Math.max(
    0,
    item.quantity - (item.cancelled_quantity ?? 0) - (item.refunded_quantity ?? 0) - (taken.get(item.id) ?? 0),
  );
}

export interface WantedProduct {
  product_id: string;
  quantity: number;
}

/**
 * Finds the items of a product, which may be in an order several times. Units come from items that have some left; the rest is
 * requested from the last one, which refuses. An unknown product is no item.
 */
export function itemsOf(
  wanted: ReturnItem | WantedProduct,
  bought: readonly (BoughtItem & { product_id: string })[],
  earlier: readonly EarlierReturn[],
): ReturnItem[] {
  if ('order_item_id' in wanted) return [wanted];
  const candidates = bought.filter(({ product_id: id }) => id === wanted.product_id);
  let missing = wanted.quantity;
  const items = candidates.map((item, index) => {
    const isLast = index === candidates.length - 1;
    const quantity = isLast ? missing : Math.min(missing, countReturnable(item, earlier));
    missing -= quantity;
    return { order_item_id: item.id, quantity };
  });
  if (items.length === 0) return [{ order_item_id: wanted.product_id, quantity: missing }];
  return items.filter(({ quantity }) => quantity > 0);
}

/** Why these items cannot be returned; empty if they can. */
export function findObjections(
  wanted: readonly ReturnItem[],
  bought: readonly BoughtItem[],
  earlier: readonly EarlierReturn[],
): Objection[] {
  return wanted.flatMap(({ order_item_id, quantity }) => {
    const item = bought.find(({ id }) => id === order_item_id);
    const returnable = item ? countReturnable(item, earlier) : 0;
    if (quantity <= returnable) return [];
    const isBought = item?.status !== 'cancelled' && item?.status !== 'failed';
    const problem = !item ? 'not_in_order' : isBought ? 'quantity_exceeded' : 'item_not_bought';
    return [{ order_item_id, problem, requested: quantity, returnable } as const];
  });
}

/**
 * What was paid for each item, with its part of tax, shipping, fees and discounts: the charge is divided by the items' prices.
 * Cents that don't divide evenly go to later items, so the parts add up exactly. Free items share it by quantity.
 */
export function splitPaidByItem(charged: Cents, items: readonly BoughtItem[]): Map<string, Cents> {
  const prices = items.map((item) => (item.unit_price_cents ?? 0) * item.quantity);
  const isFree = prices.every((price) => price === 0);
  const weights = isFree ? items.map((item) => item.quantity) : prices;
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let reached = 0;
  return new Map(
    items.map((item, index) => {
      const from = proportionOf(charged, reached, whole);
      reached += assertDefined(weights[index]);
      return [item.id, toCents(proportionOf(charged, reached, whole) - from)];
    }),
  );
}

/**
 * What these units are worth after earlier credits. The units of an item share what was paid for it, and its last unit gets the
 * remainder. So an order's credits add up to its charge, never more.
 */
export function computeCredit(
  charged: Cents,
  bought: readonly BoughtItem[],
  credited: readonly ReturnItem[],
  items: readonly ReturnItem[],
): Cents {
  const paid = splitPaidByItem(charged, bought);
  const before = countItems(credited);
  return addCents(
    ...bought.map(({ id, quantity: units }) => {
      const already = before.get(id) ?? 0;
      const now = countItems(items).get(id) ?? 0;
      const reached = Math.min(units, already + now);
      return toCents(
        proportionOf(assertDefined(paid.get(id)), reached, units) -
          proportionOf(assertDefined(paid.get(id)), Math.min(units, already), units),
      );
    }),
  );
}

/** The retailer may refund less than was paid, never more. */
export function cappedCredit(worth: Cents, said: Cents | null): Cents {
  return said === null ? worth : toCents(Math.max(0, Math.min(worth, said)));
}

/** After this long without a refund, an approved return needs an operator. */
export const refundWithinMs = 30 * dayMs;

export const isRefundOverdue = (approvedAt: Date, now: Date): boolean =>
  now.getTime() - approvedAt.getTime() >= refundWithinMs;

/** How many returns of an order may be replaced. Each is a request to the retailer. */
export const replacementsMax = 5;
/** How many returns of an order may be denied. A denied return frees its units, and every order shows its returns. */
export const denialsMax = 50;

interface ReturnByMethod {
  /** The request of the legacy API; null for the current API. */
  client_request: object | null;
  method_code: string | null;
}

/**
 * Whether a refund is credited without a person. For a return of the legacy API on an account of the service, only with the drop-
 * off method.
 */
export function isRefundAutomatic(
  row: ReturnByMethod,
  isPaidByClient: boolean,
  dropOffCode: string | undefined,
): boolean {
  if (row.client_request === null || isPaidByClient) return true;
  return dropOffCode !== undefined && row.method_code === dropOffCode;
}
