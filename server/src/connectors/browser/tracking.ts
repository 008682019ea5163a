import type { Call, PurchaseRecord, Shipment, TrackAnswer, TrackingStatus } from '../contract.ts';
import { attemptAtStore, type BrowserNeeds } from './attempt.ts';
import type { BrowserSession } from './browser-session.ts';
import { dayIn } from './delivery.ts';
import { ensureLoggedIn } from './log-in.ts';
import { meetsCondition } from './page-watch.ts';
import { readHistory } from './past-orders.ts';
import { readIn, rowsIn } from './reading.ts';
import type { Condition } from './recipe.ts';
import { runSteps } from './run-steps.ts';
import { buyingScope } from './scope.ts';
import type { Scope } from './templates.ts';

/** The order's own page, as its account sees it. */
export async function track(needs: BrowserNeeds, purchase: PurchaseRecord, call: Call): Promise<TrackAnswer> {
  const { recipe, store } = needs;
  const [number] = purchase.merchantOrderIds;
  const { order } = recipe;
  if (!order || number === undefined) return { kind: 'unreachable', message: 'No order page was found.' };
  if (!purchase.account) {
    return { kind: 'unreachable', message: 'This is a guest order, and the store does not show guest orders.' };
  }
  const purpose = {
    reference: purchase.reference,
    purpose: 'look' as const,
    account: purchase.account,
    signal: call.signal,
  };
  const answer = await attemptAtStore(needs, purpose, async ({ browserSession, end }) => {
    const scope = buyingScope(store, recipe, browserSession, purchase);
    await ensureLoggedIn(browserSession, recipe, scope);
    const past = await readHistory(browserSession, recipe, scope);
    scope.order = past.orders.find((known) => known.number === number) ?? { number, address: '' };
    await runSteps(browserSession, 'order', order.steps, scope);
    const tracked = await readOrder(needs, browserSession, scope, number);
    await end('tracked');
    return tracked;
  });
  if (answer.kind === 'tracked') return answer;
  return { kind: 'unreachable', message: answer.kind === 'needs' ? answer.question.message : answer.message };
}

async function readOrder(
  { recipe, store, clock }: BrowserNeeds,
  browserSession: BrowserSession,
  scope: Scope,
  merchantOrderId: string,
): Promise<Extract<TrackAnswer, { kind: 'tracked' }>> {
  const { order } = recipe;
  const is = async (condition: Condition | undefined): Promise<boolean> =>
    condition !== undefined && meetsCondition(browserSession.startPart('order', scope), condition);
  const isCancelled = await is(order?.cancelled);
  const isDelivered = await is(order?.delivered);
  const isShipped = isDelivered || (await is(order?.shipped));
  const status: TrackingStatus = isDelivered ? 'delivered' : isShipped ? 'in_transit' : 'pending';
  const rows = order?.parcels ? await rowsIn(browserSession.page, order.parcels.rows, scope) : [];
  const shipments: Shipment[] = [];
  for (const [index, row] of rows.entries()) {
    const trackingNumber = (await readIn(row, order?.parcels?.number, scope)) || null;
    const id = (await readIn(row, order?.parcels?.id, scope)) || trackingNumber || String(index + 1);
    const carrier = (await readIn(row, order?.parcels?.carrier, scope)) || null;
    const estimatedDeliveryDate = dayIn(await readIn(row, order?.parcels?.expected, scope), clock.now());
    shipments.push(shipment({ parcelId: id, trackingNumber, carrier, status, merchantOrderId, estimatedDeliveryDate }));
  }
  // The store says that it is on its way, and not in which parcels.
  if (shipments.length === 0 && isShipped) {
    const whole = { parcelId: merchantOrderId, trackingNumber: null, carrier: null, estimatedDeliveryDate: null };
    shipments.push(shipment({ ...whole, status, merchantOrderId }));
  }
  return {
    kind: 'tracked',
    shipments,
    cancelled: isCancelled ? { reason: 'The store canceled the order.' } : null,
    partlyCancelled: [],
    pollAfterMs: isCancelled || isDelivered ? null : store.trackEveryMs,
  };
}

const shipment = (facts: Omit<Shipment, 'lineIds' | 'checkpoints'>): Shipment => ({
  ...facts,
  lineIds: [],
  checkpoints: [],
});
