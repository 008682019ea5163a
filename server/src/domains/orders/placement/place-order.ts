import type { Checkout, Outcome, Purchase, PurchaseRequest } from '../../../connectors/contract.ts';
import { refuseOptions } from '../../../connectors/options.ts';
import { secondMs } from '../../../kit/clock.ts';
import { type HeldAccount, resumeAccountLease, resumeHeldAccount } from '../../catalog/retailer-accounts/index.ts';
import {
  claimOrder,
  isPurchaseRecorded,
  type LoadedPlacement,
  loadPlacement,
  markWaiting,
  type PlacementRow,
} from '../orders/index.ts';
import { amountText } from './amount-text.ts';
import { type Buyer, loadCompleteBuyer } from './buyer.ts';
import { prepare, releaseCart, submit } from './call-store.ts';
import { findDifference, findPriceProblem, isPriceChange, priceChange } from './compare.ts';
import { confirmPurchase } from './confirm-purchase.ts';
import { findCardProblem } from './fail-uncovered.ts';
import { fillCart, planCart, retryWithoutLine, savePurchasedTitles } from './fill-cart.ts';
import { batchesOf } from './in-batches.ts';
import { nextStep, queueTimeLeftMs } from './model.ts';
import { purchaseRequestOf } from './purchase-request.ts';
import { rateOrder } from './rate-order.ts';
import { reconcileFirst, reconcileOrder } from './reconcile-order.ts';
import { requestActionFor, requestPersonAction, waitForAnswer } from './request-person-action.ts';
import { createReview } from './review.ts';
import { canBuyAt, relocate, storeOfAttempt } from './route-order.ts';
import { sealCheckout } from './sealed-checkout.ts';
import { failOrRetry, failOrRetryOnce, failPlacement, failureOf, type PlacementFailure } from './settle-order.ts';
import { done, type NextStep, type PlacementNeeds, type PlacementStep, paused, retrySoon } from './step.ts';
import { applyAnswers, failureFromAnswers, listEarlierActions } from './use-answers.ts';
import { accountMissing, accountOfOtherRetailer, reportAccountProblem, waitForAccount } from './wait-for-account.ts';

/**
 * One step of an order's placement. The order's row says how far it got, so a step can run again after any crash: a pending order
 * is claimed and bought, an attempt that sent nothing is taken over, an unknown outcome is reconciled, and a closed order is left
 * alone. An order that needs an account waits in its queue for a lease. The account is always released.
 */
export async function placeOrder(needs: PlacementNeeds, step: PlacementStep, signal: AbortSignal): Promise<NextStep> {
  const held = step.lease ? await resumeAccountLease(needs, step.lease) : null;
  // Without a lease, the order is still or again in the queue.
  return held ? withAccount(needs, step, held, signal) : runStep(needs, step, null, signal);
}

async function withAccount(needs: PlacementNeeds, step: PlacementStep, held: HeldAccount, signal: AbortSignal) {
  try {
    return await runStep(needs, step, held, AbortSignal.any([signal, held.signal]));
  } finally {
    await held.release();
  }
}

async function runStep(
  needs: PlacementNeeds,
  step: PlacementStep,
  held: HeldAccount | null,
  signal: AbortSignal,
): Promise<NextStep> {
  const { isAccountGone = false, isOutOfTime = false } = step;
  const account = { id: held?.id ?? null, isNoneToCome: isAccountGone || isOutOfTime };
  const isPlain = account.id === null && !account.isNoneToCome;
  const order = await (isPlain
    ? batchesOf(needs.database).claim(step.orderId, needs.clock.now())
    : claimOrder(needs.database, step.orderId, needs.clock.now(), account));
  if (order)
    return isAccountGone ? failPlacement(needs, order, accountMissing) : attemptPurchase(needs, order, held, signal);
  const current = await loadPlacement(needs.database, step.orderId);
  if (!current) return done;
  if (isWaitingForPerson(current)) {
    const wait = await waitForAnswer(needs, current);
    if (wait === 'answered') return { kind: 'later', delayMs: 0, doubts: 0 };
    return wait === 'expired' ? failOrder(needs, current, 'out_of_time', signal) : paused;
  }
  switch (nextStep(current, { isLeased: held !== null, isOutOfTime }, needs.clock.now())) {
    case 'stop':
      return done;
    case 'look_again':
      return retrySoon;
    case 'reconcile':
      return reconcileOrder(needs, current, step.doubts, held, signal);
    case 'wait_for_account':
      return continueWithAccount(needs, current, step, signal);
    case 'wait_for_retailer':
      return waitForRetailer(needs, current);
    case 'give_up_waiting':
      return failOrder(needs, current, 'out_of_time', signal);
  }
}

const isWaitingForPerson = ({ status, waiting_for: waitsFor }: PlacementRow): boolean =>
  waitsFor === 'action' && (status === 'pending' || status === 'in_progress');

/** Uses the account that was kept while the order asked, or waits in the queue for one. */
async function continueWithAccount(
  needs: PlacementNeeds,
  order: PlacementRow,
  step: PlacementStep,
  signal: AbortSignal,
): Promise<NextStep> {
  const kept = order.asked_at === null ? null : await resumeHeldAccount(needs, order.id);
  if (kept) return withAccount(needs, step, kept, signal);
  return (await waitForAccount(needs, order, step.doubts)) ? done : continueWithoutAccount(needs, order, step, signal);
}

/** The account was deleted. Nothing can be bought with it; an unknown outcome is checked without it. */
async function continueWithoutAccount(
  needs: PlacementNeeds,
  order: PlacementRow,
  step: PlacementStep,
  signal: AbortSignal,
): Promise<NextStep> {
  if (order.phase === 'submitting') return reconcileOrder(needs, order, step.doubts, null, signal);
  return failOrder(needs, order, 'account_gone', signal);
}

/** Claims an order that has nothing left to wait for, so that it can fail. */
async function failOrder(
  needs: PlacementNeeds,
  { id }: PlacementRow,
  reason: 'account_gone' | 'out_of_time',
  signal: AbortSignal,
): Promise<NextStep> {
  const order = await claimOrder(needs.database, id, needs.clock.now(), { id: null, isNoneToCome: true });
  if (!order) return retrySoon;
  return reason === 'account_gone'
    ? failPlacement(needs, order, accountMissing)
    : attemptPurchase(needs, order, null, signal);
}

/** How often a waiting order checks. Switching the retailer on runs it at once. */
const retailerPollMs = 30 * secondMs;
/** The same for a sandbox order on hold, which is released by hand. */
const holdPollMs = 5 * secondMs;

/**
 * Its retailer is off, a policy is frozen, or it is on hold in the sandbox. The order keeps its place and its money until its time
 * is up.
 */
async function waitForRetailer(needs: PlacementNeeds, order: LoadedPlacement): Promise<NextStep> {
  const now = needs.clock.now();
  const reason = order.is_held ? 'hold' : order.is_frozen ? 'policy' : 'retailer';
  const lookAfterMs = order.is_held ? holdPollMs : retailerPollMs;
  if (order.waiting_for !== reason) await markWaiting(needs.database.db, order, reason, now);
  return { kind: 'later', delayMs: Math.min(lookAfterMs, queueTimeLeftMs(order, now)), doubts: 0 };
}

async function attemptPurchase(
  needs: PlacementNeeds,
  claimed: PlacementRow,
  held: HeldAccount | null,
  signal: AbortSignal,
): Promise<NextStep> {
  const store = claimed.exchange ? needs.registry.forOrder(claimed)?.connector : undefined;
  const rated = await rateOrder(needs, store, claimed);
  if (rated.kind === 'none') {
    return failPlacement(needs, claimed, { errorType: 'currency_unsupported', message: rated.reason });
  }
  const route = needs.registry.forOrder(rated.order);
  const order = { ...rated.order, ...storeOfAttempt(claimed, route?.connector) };
  if (queueTimeLeftMs(order, needs.clock.now()) <= 0) {
    const message = 'Timed out before the order could be placed.';
    return failPlacement(needs, order, { errorType: 'timed_out', message, detail: 'mgd_temporarily_overloaded' });
  }
  const actions = await listEarlierActions(needs, order);
  const failure = failureFromAnswers(order, actions) ?? (await findCardProblem(needs, order));
  if (failure) return failPlacement(needs, order, failure);
  if (held && !held.fits(order.retailer)) return failPlacement(needs, order, accountOfOtherRetailer);
  if (!route || !canBuyAt(needs, order, route.connector)) {
    const message = `${order.retailer} is not available right now.`;
    return failOrRetry(needs, order, { kind: 'blocked', reason: 'retailer_unavailable', message });
  }
  const buyer = await loadCompleteBuyer(needs, order);
  if (!buyer) return failPlacement(needs, order, cardRequiredAgain);
  const { connector } = route;
  const whole = relocate(connector, await applyAnswers(needs, requestFor(needs, order, buyer, held), actions));
  const plan = planCart(connector, whole, order.fulfillment);
  const unfit = refuseOptions(connector, plan.request);
  if (unfit) return failPlacement(needs, order, failureOf(unfit));
  const fill = (part: PurchaseRequest) => prepare(needs, connector, part, signal);
  const { request, prepared, concessions } = await fillCart(plan, order.fulfillment, fill);
  await savePurchasedTitles(needs, order, prepared);
  if (prepared.kind === 'bought_before') return reconcileFirst(needs, order, prepared);
  if (prepared.kind === 'refused' && isPriceChange(order, request, prepared.reason))
    return failPlacement(needs, order, priceChange(prepared.message));
  if (prepared.kind !== 'ready') return concludePurchase(needs, order, held, prepared);
  const { price } = prepared.checkout;
  const currency = order.exchange?.currency ?? 'USD';
  const difference = findDifference(request, prepared.checkout, currency);
  if (difference !== null) {
    await releaseCart(needs, connector, prepared.checkout, request);
    if (price.currency !== currency) {
      return failPlacement(needs, order, {
        errorType: 'currency_unsupported',
        message: difference,
        detail: 'cart_differs',
      });
    }
    return failOrRetryOnce(needs, order, { errorType: 'checkout_failed', message: difference, detail: 'cart_differs' });
  }
  const problem = findPriceProblem(order, price.total, request.maxPrice, currency);
  if (problem !== null) {
    await releaseCart(needs, connector, prepared.checkout, request);
    return failPlacement(needs, order, problem);
  }
  const review = createReview(connector, order, prepared.checkout, actions, held);
  if (review) {
    await releaseCart(needs, connector, prepared.checkout, request);
    return requestPersonAction(needs, order, review);
  }
  if (held && !(await held.isStillHeld())) return { kind: 'later', delayMs: secondMs, doubts: 0 };
  // Committed before the button is pressed. A worker that lost its lease changes nothing here and stops.
  const checkoutSealed = await sealCheckout(needs.vault, order, prepared.checkout.handle);
  const now = needs.clock.now();
  const pressed = { ...order, pressed_at: now, concessions: concessions.length === 0 ? null : concessions };
  const isOurs = await batchesOf(needs.database).submitting({ ...pressed, checkoutSealed }, now);
  if (!isOurs) return retrySoon;
  const outcome = await submit(connector, prepared.checkout, request, signal);
  if (outcome.kind === 'placed') reportDifference(needs, request, outcome.purchase, prepared.checkout);
  return concludePurchase(needs, pressed, held, retryWithoutLine(order.fulfillment, outcome));
}

/** It was bought, so it is recorded as the store says. The operator settles the difference. */
function reportDifference(needs: PlacementNeeds, request: PurchaseRequest, purchase: Purchase, quoted: Checkout): void {
  const { total, currency } = purchase.price;
  const charged =
    total === quoted.price.total
      ? null
      : `The store charged ${amountText(total, currency)} after quoting ${amountText(quoted.price.total, currency, '')}.`;
  const difference = findDifference(request, purchase, quoted.price.currency) ?? charged;
  if (difference !== null) {
    needs.logger.error({ orderId: request.reference, difference }, 'store confirmed a different order');
  }
}

/** Nothing was bought. A client that repeats the order sends the card again. */
const cardRequiredAgain: PlacementFailure = {
  errorType: 'payment_declined',
  detail: 'payment_info_problem',
  message:
    'Errand restarted before this order was placed, and card security codes are never stored. ' +
    'Nothing was bought. Send the order again with the card.',
};

function requestFor(
  needs: PlacementNeeds,
  order: PlacementRow,
  buyer: Buyer,
  held: HeldAccount | null,
): PurchaseRequest {
  const request = { ...purchaseRequestOf(order, buyer), ...earlierAttempts(needs, order) };
  if (!held) return request;
  held.markUsed();
  held.onCodeWait = (isWaiting) => markWaiting(needs.database.db, order, isWaiting ? 'code' : null, needs.clock.now());
  return { ...request, account: held.storeAccount };
}

/** From the second claim on, the store may have sold it to an earlier attempt and show that only now. */
function earlierAttempts({ database }: PlacementNeeds, order: PlacementRow): Pick<PurchaseRequest, 'earlier'> {
  const { started_at: since, updated_at: claimedAt } = order;
  if (since === null || since >= claimedAt) return {};
  return { earlier: { since, isTaken: (merchantOrderId) => isPurchaseRecorded(database.db, order, merchantOrderId) } };
}

async function concludePurchase(
  needs: PlacementNeeds,
  order: PlacementRow,
  held: HeldAccount | null,
  given: Outcome,
): Promise<NextStep> {
  const outcome = await reportAccountProblem(needs, order, held, given);
  switch (outcome.kind) {
    case 'placed':
      return confirmPurchase(needs, order, outcome.purchase);
    case 'refused':
      return outcome.retryOnce
        ? failOrRetryOnce(needs, order, failureOf(outcome))
        : failPlacement(needs, order, failureOf(outcome));
    case 'blocked':
      return failOrRetry(needs, order, outcome);
    case 'needs':
      return requestActionFor(needs, order, held, outcome.question);
    case 'unknown':
      // Stays in_progress: the reconciler decides. We never buy twice.
      needs.logger.warn({ orderId: order.id, reason: outcome.message }, 'purchase outcome unknown');
      return { kind: 'later', delayMs: 0, doubts: 0 };
    case 'account_needed':
      return { kind: 'later', delayMs: 0, doubts: 0 };
  }
}
