import type { Checkout, Connector, Outcome, Prepared, PurchaseRequest } from '../../connectors/contract.ts';
import { minuteMs } from '../../kit/clock.ts';
import { isWithinMaxPrice, queueTimeLeftMs } from './model.ts';
import { meansFor } from './own-means.ts';
import { done, type Next, type PlacementNeeds } from './placement.ts';
import { purchaseRequestOf } from './purchase-request.ts';
import { reconcileOrder } from './reconcile-order.ts';
import { defeatOf, fail, giveUpOrRetry, settlePlaced } from './settle-order.ts';
import { claimOrder, loadPlacement, markSubmitting, type PlacementRow } from './store-placement.ts';

const prepareWithinMs = 3 * minuteMs;
const submitWithinMs = 2 * minuteMs;

/**
 * One step of an order's placement. The order's row says where it stands, so the step can be run again after any
 * crash: pending is claimed and bought, an attempt that had sent nothing is taken over, an attempt in doubt is
 * reconciled, and whatever is over is left alone.
 */
export async function placeOrder(
  needs: PlacementNeeds,
  orderId: string,
  doubts: number,
  signal: AbortSignal,
): Promise<Next> {
  const order = await claimOrder(needs.database, orderId, needs.clock.now());
  if (order) return attempt(needs, order, signal);
  const current = await loadPlacement(needs.database, orderId);
  if (current?.status !== 'in_progress') return done;
  return reconcileOrder(needs, current, doubts, signal);
}

async function attempt(needs: PlacementNeeds, order: PlacementRow, signal: AbortSignal): Promise<Next> {
  if (queueTimeLeftMs(order, needs.clock.now()) <= 0) {
    const message = 'The order was not bought within the time that it was given to wait.';
    return fail(needs, order, { errorType: 'timed_out', message, detail: 'mgd_temporarily_overloaded' });
  }
  const route = needs.registry.forRetailer(order.world, order.retailer);
  if (!route?.connector.prepare || !route.connector.submit) {
    const message = `No connector buys from ${order.retailer} at the moment.`;
    return giveUpOrRetry(needs, order, { kind: 'blocked', reason: 'retailer_unavailable', message });
  }
  const request = purchaseRequestOf(order, await meansFor(needs, order));
  const prepared = await prepare(needs, route.connector, request, signal);
  if (prepared.kind === 'refused') return fail(needs, order, defeatOf(prepared));
  if (prepared.kind === 'blocked') return giveUpOrRetry(needs, order, prepared);
  const { price } = prepared.checkout;
  if (!isWithinMaxPrice(price.total, request.maxPrice)) {
    const message = `The retailer wants ${price.total} cents in total; max_price is ${request.maxPrice}.`;
    return fail(needs, order, { errorType: 'max_price_exceeded', message });
  }
  // Committed before the button is pressed. A worker that lost its lease meanwhile changes nothing here, and stops.
  const isOurs = await markSubmitting(needs.database, order, prepared.checkout.handle, needs.clock.now());
  if (!isOurs) return done;
  const outcome = await submit(route.connector, prepared.checkout, request, signal);
  return conclude(needs, order, outcome);
}

async function conclude(needs: PlacementNeeds, order: PlacementRow, outcome: Outcome): Promise<Next> {
  switch (outcome.kind) {
    case 'placed':
      await settlePlaced(needs, order, outcome.purchase);
      return done;
    case 'refused':
      return fail(needs, order, defeatOf(outcome));
    case 'blocked':
      return giveUpOrRetry(needs, order, outcome);
    case 'unknown':
      // Stays in_progress: the reconciler decides, we never buy twice.
      needs.logger.warn({ orderId: order.id, reason: outcome.message }, 'outcome of a purchase is unknown');
      return { kind: 'later', delayMs: 0, doubts: 0 };
  }
}

async function prepare(
  needs: PlacementNeeds,
  connector: Connector,
  request: PurchaseRequest,
  signal: AbortSignal,
): Promise<Prepared> {
  try {
    const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(prepareWithinMs)]) };
    return await connector.prepare!(request, limits);
  } catch (error) {
    if (signal.aborted) throw error;
    // Preparing buys nothing, so whatever went wrong may be tried again.
    needs.logger.warn({ orderId: request.reference, err: error }, 'preparing a checkout failed');
    return { kind: 'blocked', reason: 'retailer_unavailable', message: 'The retailer could not be reached.' };
  }
}

async function submit(
  connector: Connector,
  checkout: Checkout,
  request: PurchaseRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(submitWithinMs)]) };
    return await connector.submit!(checkout, request, limits);
  } catch (error) {
    // Whatever happened after the button was pressed, only the store knows.
    return { kind: 'unknown', message: error instanceof Error ? error.message : String(error) };
  }
}
