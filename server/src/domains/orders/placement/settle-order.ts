import type { Blocked, Purchase, Refused } from '../../../connectors/contract.ts';
import { type Clock, plusMs } from '../../../kit/clock.ts';
import { affordableWith, toUsCents } from '../../../kit/exchange-rate.ts';
import { toCents, zeroCents } from '../../../kit/money.ts';
import { paceOf } from '../../../kit/test-clock.ts';
import { afterCommit, type Database, type Tx } from '../../../platform/database/index.ts';
import { notifyJobs } from '../../../platform/queue/index.ts';
import { type Settlement, settle } from '../../money/wallet/index.ts';
import {
  type ErrorType,
  isOfCurrencyWallet,
  type LastAttempt,
  type OrderExchange,
  type PlacedRow,
  type PlacementRow,
  rateOf,
  writeExchangedPlaced,
  writeFailed,
  writePlaced,
  writeRetry,
} from '../orders/index.ts';
import { batchesOf } from './in-batches.ts';
import { queueTimeLeftMs, retryDelayMs } from './model.ts';
import { storedPrice } from './present-cart.ts';
import { requestPersonAction } from './request-person-action.ts';
import { type SettledLine, splitPurchase } from './split-purchase.ts';
import { done, type NextStep, type PlacementNeeds, retrySoon } from './step.ts';

interface Needs {
  /** Or the transaction of a caller that writes more. */
  database: Database | Tx;
  clock: Clock;
}

function wakeWorkers(target: Database | Tx): void {
  if ('pool' in target) notifyJobs(target);
  else afterCommit(target, notifyJobs);
}

/** An operator who found the purchase in a history may not know the price of each line. */
type Settled = Omit<Purchase, 'lines' | 'shipTo' | 'note'> & {
  lines: readonly SettledLine[];
  /** The connector's note. */
  noteSealed?: Buffer | null;
};

/** The store sold: status, items, money and event change together. False if another worker ended this attempt. */
export async function settlePlaced(needs: Needs, order: PlacementRow, purchase: Settled): Promise<boolean> {
  // If the client's own card paid the retailer, only the fee was on hold.
  if (order.exchange) return settleExchanged(needs, order, order.exchange, purchase);
  const { paid_by_client: isPaid } = order;
  const held = isPaid ? zeroCents : toCents(order.max_price_cents);
  const money = settle(held, toCents(order.fee_cents), isPaid ? zeroCents : purchase.price.total);
  const row = placedRowOf(needs, order, purchase, money);
  const { database } = needs;
  const isOurs =
    'pool' in database ? await batchesOf(database).placed(row) : (await writePlaced(database, [row])).has(row.id);
  if (isOurs) wakeWorkers(needs.database);
  return isOurs;
}

function placedRowOf(needs: Needs, order: PlacementRow, purchase: Settled, money: Settlement): PlacedRow {
  const { bought, leftOut, concessions } = splitPurchase(order, purchase.lines);
  return {
    id: order.id,
    epoch: order.epoch,
    now: needs.clock.now(),
    jobResult: {
      success: true,
      error: null,
      error_type: null,
      error_details: null,
      price_components: storedPrice(purchase.price),
      estimated_delivery: purchase.estimatedDelivery,
      merchant_order_ids: purchase.merchantOrderIds,
    },
    merchantOrderIds: purchase.merchantOrderIds,
    estimatedDelivery: purchase.estimatedDelivery,
    ...money,
    itemIds: bought.map(({ id }) => id),
    unitPrices: bought.map(({ unitPrice }) => unitPrice),
    boughtQuantities: bought.map(({ quantity }) => quantity),
    leftOut,
    concessions: concessions && [...concessions],
    noteSealed: purchase.noteSealed ?? null,
  };
}

/** The same for a store in another currency. The order shows US cents at its rate; the store's amounts are stored for refunds. */
async function settleExchanged(
  needs: Needs,
  order: PlacementRow,
  exchange: OrderExchange,
  purchase: Settled,
): Promise<boolean> {
  const rate = rateOf(exchange);
  const { paid_by_client: isPaid } = order;
  const { total, currency } = purchase.price;
  if (currency !== exchange.currency)
    throw new Error(`Order ${order.id} was placed in ${currency}, not ${exchange.currency}.`);
  const charged = isPaid ? zeroCents : total;
  const inUsCents = toUsCents(rate, charged);
  const isFromCurrency = isOfCurrencyWallet(order);
  const fee = toCents(order.fee_cents);
  const paid = isFromCurrency ? settle(toCents(exchange.hold), toCents(exchange.fee), charged) : null;
  const money = paid
    ? settle(toUsCents(rate, paid.captured), fee, inUsCents)
    : settle(isPaid ? zeroCents : toCents(order.max_price_cents), fee, inUsCents);
  const row = placedRowOf(needs, order, purchase, money);
  const captured = paid?.captured ?? (money.lost > 0 ? affordableWith(rate, money.captured) : charged);
  const exchanged = {
    ...row,
    jobResult: {
      ...row.jobResult,
      price_components: {
        ...storedPrice(purchase.price),
        payment_currency: exchange.wallet,
        converted_payment_total: isFromCurrency ? total : toUsCents(rate, total),
      },
    },
    unitPrices: row.unitPrices.map((price) => price && toUsCents(rate, price)),
    charged,
    paid,
    exchange: {
      ...exchange,
      charged: captured,
      unit_prices: Object.fromEntries(row.itemIds.map((id, index) => [id, row.unitPrices[index] ?? null])),
      refunds: {},
    },
  };
  const isOurs = await writeExchangedPlaced(needs.database, exchanged);
  if (isOurs) wakeWorkers(needs.database);
  return isOurs;
}

export interface PlacementFailure {
  errorType: ErrorType;
  message: string;
  /** The lines at fault; all of them if the store doesn't say. */
  lineIds?: string[] | undefined;
  detail?: string | undefined;
}

export const failureOf = (refused: Refused): PlacementFailure => ({
  errorType: refused.reason,
  message: refused.message,
  lineIds: refused.lineIds,
  detail: refused.detail,
});

/** The card's authorization is gone, and the bank declined a new one. */
export const uncoveredFailure = (reason: string): PlacementFailure => ({
  errorType: 'payment_declined',
  message: `The card authorization expired before the purchase and was not renewed: ${reason}. Nothing was bought or charged.`,
  detail: 'card_not_authorized',
});

/** Nothing was bought and nothing will be retried: the whole hold is released. */
export async function settleFailed(needs: Needs, order: PlacementRow, failure: PlacementFailure): Promise<boolean> {
  const isOurs = await writeFailed(needs.database, {
    id: order.id,
    epoch: order.epoch,
    now: needs.clock.now(),
    jobResult: {
      success: false,
      error: failure.message,
      error_type: failure.errorType,
      error_details: failure.detail ? { reason: failure.detail } : null,
      price_components: null,
      estimated_delivery: null,
      merchant_order_ids: [],
    },
    errorType: failure.errorType,
    itemIds: failure.lineIds ?? order.items.map((item) => item.id),
    isOfCurrencyWallet: isOfCurrencyWallet(order),
  });
  if (isOurs) wakeWorkers(needs.database);
  return isOurs;
}

export async function failPlacement(needs: Needs, order: PlacementRow, failure: PlacementFailure): Promise<NextStep> {
  return (await settleFailed(needs, order, failure)) ? done : retrySoon;
}

/** If a store says when to retry, it does not count as an attempt. The sandbox is quicker. */
const hasRetryTime = (blocked: Blocked, order: PlacementRow): boolean =>
  blocked.retryAfterMs !== undefined && order.world === 'live';

/** Problems that a person can get past. */
const personOnlyReasons: ReadonlySet<string> = new Set(['account_locked', 'account_verification_required']);

/** When to retry; null after the last attempt. */
function delayFor(needs: PlacementNeeds, order: PlacementRow, now: Date, retryAfterMs?: number): number | null {
  const delayMs = retryDelayMs({
    attempts: order.attempts,
    // Time that a person took to answer doesn't count.
    createdAt: order.asked_at ?? order.created_at,
    now,
    sandboxTimeScale: order.world === 'test' ? paceOf(needs.sandboxTimeScale) : null,
    retryAfterMs,
  });
  // An order that runs out of time is checked at that time, and fails then.
  return delayMs === null ? null : Math.min(delayMs, queueTimeLeftMs(order, now));
}

/** Nothing was bought: back to pending while a retry makes sense. */
export async function failOrRetry(needs: PlacementNeeds, order: PlacementRow, blocked: Blocked): Promise<NextStep> {
  const now = needs.clock.now();
  const delayMs = delayFor(needs, order, now, blocked.retryAfterMs);
  if (delayMs === null) {
    const isForDesk = personOnlyReasons.has(blocked.reason) && !order.paid_by_client && order.pressed_at === null;
    const question = isForDesk ? needs.askDesk?.(order) : null;
    if (question) return requestPersonAction(needs, order, question);
    return failPlacement(needs, order, { errorType: blocked.reason, message: blocked.message });
  }
  const attempt = lastAttemptOf(order, blocked, now, delayMs);
  const isOurs = await writeRetry(needs.database, order, { now, attempt, isUncounted: hasRetryTime(blocked, order) });
  return isOurs ? { kind: 'later', delayMs, doubts: 0 } : retrySoon;
}

/** The store refused, but a retry may work. The second such refusal is final. */
export async function failOrRetryOnce(
  needs: PlacementNeeds,
  order: PlacementRow,
  failure: PlacementFailure,
): Promise<NextStep> {
  const now = needs.clock.now();
  const refusals = (order.last_attempt?.refusals ?? 0) + 1;
  const delayMs = refusals > 1 ? null : delayFor(needs, order, now);
  if (delayMs === null) return failPlacement(needs, order, failure);
  const { errorType: reason, message } = failure;
  const attempt = { ...lastAttemptOf(order, { reason, message }, now, delayMs), refusals };
  const isOurs = await writeRetry(needs.database, order, { now, attempt });
  return isOurs ? { kind: 'later', delayMs, doubts: 0 } : retrySoon;
}

/** What an order shows about an attempt that is retried. */
export function lastAttemptOf(
  { last_attempt: before }: PlacementRow,
  { reason, message }: Pick<LastAttempt, 'reason' | 'message'>,
  now: Date,
  delayMs: number,
): LastAttempt {
  return {
    at: now.toISOString(),
    reason,
    message,
    next_at: plusMs(now, delayMs).toISOString(),
    refusals: before?.refusals ?? 0,
  };
}
