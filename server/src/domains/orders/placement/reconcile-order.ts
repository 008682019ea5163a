import { lookupUnsupported } from '../../../connectors/answers.ts';
import { recordOf } from '../../../connectors/cart-lines.ts';
import type { BoughtBefore, Call, Connector, FindAnswer, FindQuery } from '../../../connectors/contract.ts';
import { minuteMs } from '../../../kit/clock.ts';
import { paceOf } from '../../../kit/test-clock.ts';
import type { HeldAccount } from '../../catalog/retailer-accounts/index.ts';
import {
  findEarliestPurchase,
  hasOpenDuplicate,
  isPurchaseRecorded,
  markAssumedAbsent,
  markNeedsReview,
  type PlacementRow,
  takeOverUnknownOutcome,
  writeRetry,
  writeStoreOfOrder,
} from '../orders/index.ts';
import { loadBuyer } from './buyer.ts';
import { confirmPurchase } from './confirm-purchase.ts';
import { applyConcessions } from './fill-cart.ts';
import { batchesOf } from './in-batches.ts';
import { reconcileDelayMs } from './model.ts';
import { purchaseRequestOf } from './purchase-request.ts';
import { rateOrder } from './rate-order.ts';
import { readFound } from './read-purchase.ts';
import { openCheckout, sealCheckout } from './sealed-checkout.ts';
import { failOrRetry } from './settle-order.ts';
import { done, type NextStep, type PlacementNeeds, retrySoon } from './step.ts';
import { readPlainAnswers } from './use-answers.ts';

/** Longer than a recipe may wait for a page, so that its refusal arrives instead of a timeout. */
const askWithinMs = 5 * minuteMs;

/**
 * The buy button was pressed and the response lost. The store's order history decides: found means placed, and absent means
 * nothing was bought, but only once a late purchase is impossible. Anything else is checked again later, and in the end by the
 * operator. Nothing is bought again on a guess.
 */
export async function reconcileOrder(
  needs: PlacementNeeds,
  doubtful: PlacementRow,
  doubts: number,
  held: HeldAccount | null,
  signal: AbortSignal,
): Promise<NextStep> {
  const epoch = await takeOverUnknownOutcome(needs.database.db, doubtful, needs.clock.now());
  if (epoch === null) return retrySoon;
  const sellers = needs.registry.sellersOf(doubtful);
  const [connector] = sellers;
  const rated = await rateOrder(needs, connector, { ...doubtful, epoch });
  // A purchase cannot be booked without a rate. Check again later.
  if (rated.kind === 'none')
    return scheduleCheck(needs, { ...doubtful, epoch }, doubts, { kind: 'unsure', message: rated.reason });
  const { order } = rated;
  held?.markUsed();
  const { answer, seller } = await askStores(needs, sellers, order, held, signal);
  switch (answer.kind) {
    case 'found':
      if (seller?.store !== undefined) await writeStoreOfOrder(needs.database.db, order, seller.store);
      return confirmPurchase(needs, order, answer.purchase);
    case 'absent':
      // Its job was restarted. Only a purchase ends what an operator is to decide.
      if (order.needs_review_at) return done;
      if (sellers.some(({ lateWindowMs }) => lateWindowMs !== undefined))
        await markAssumedAbsent(needs.database.db, order, needs.clock.now());
      if (order.restored_at) return retryPurchase(needs, order);
      return failOrRetry(needs, order, {
        kind: 'blocked',
        reason: 'retailer_unavailable',
        message: 'The outcome of the purchase was unknown. The store now shows that nothing was bought.',
      });
    case 'unsure':
      return scheduleCheck(needs, order, doubts, answer);
  }
}

/** The store did not sell it before the restore, so the order continues. */
async function retryPurchase(needs: PlacementNeeds, order: PlacementRow): Promise<NextStep> {
  const isOurs = await writeRetry(needs.database, order, { now: needs.clock.now(), attempt: null });
  return isOurs ? { kind: 'later', delayMs: 0, doubts: 0 } : retrySoon;
}

/** A restored copy may not know which store of the brand it used, so all of them must show nothing. */
async function askStores(
  needs: PlacementNeeds,
  sellers: readonly Connector[],
  order: PlacementRow,
  held: HeldAccount | null,
  signal: AbortSignal,
): Promise<{ answer: FindAnswer; seller?: Connector }> {
  if (sellers.length === 0) return { answer: noHistoryAnswer };
  for (const seller of sellers) {
    const answer = await askStore(needs, seller, order, held, signal);
    if (answer.kind !== 'absent') return { answer, seller };
  }
  return { answer: { kind: 'absent' } };
}

async function askStore(
  needs: PlacementNeeds,
  connector: Connector,
  order: PlacementRow,
  held: HeldAccount | null,
  signal: AbortSignal,
): Promise<FindAnswer> {
  if (!connector.find) return noHistoryAnswer;
  try {
    const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(askWithinMs)]) };
    const query = await queryFor(needs, order, held);
    // A restored order may have been bought from a later cart than this copy recorded.
    const looks = order.restored_at && query.handle !== null ? [query, { ...query, handle: null }] : [query];
    for (const look of looks) {
      const answer = await findPurchase(needs, connector, order, look, limits);
      if (answer.kind !== 'absent') return answer;
    }
    return held && isAccountUnknown(order, held) ? otherAccount : { kind: 'absent' };
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'unsure', message: error instanceof Error ? error.message : String(error) };
  }
}

async function queryFor(needs: PlacementNeeds, order: PlacementRow, held: HeldAccount | null): Promise<FindQuery> {
  const whole = purchaseRequestOf(order);
  // A restored copy may have lost the last cart, so any part of the order may have been bought.
  const isRecordLost = order.restored_at !== null;
  const request = isRecordLost ? whole : applyConcessions(whole, order.concessions);
  return {
    ...recordOf(request),
    // If credentials cannot be opened, the result is unsure, never absent.
    account: held?.storeAccount ?? (await loadBuyer(needs, order)).account,
    since: order.restored_at
      ? await findEarliestPurchase(needs.database.db, order)
      : (order.started_at ?? order.created_at),
    handle: order.checkout_sealed
      ? await openCheckout(needs.vault, order.id, order.checkout_sealed)
      : order.checkout_handle,
    answers: await readPlainAnswers(needs, order),
    maxPrice: request.maxPrice,
    isBestEffort: isRecordLost && whole.isBestEffort === true,
    isTaken: (merchantOrderId) => isPurchaseRecorded(needs.database.db, order, merchantOrderId),
  };
}

/** Fences first, then looks. Otherwise a purchase could slip in between. */
async function findPurchase(
  needs: PlacementNeeds,
  connector: Connector,
  order: PlacementRow,
  query: FindQuery,
  limits: Call,
): Promise<FindAnswer> {
  const isFenced = await isLatePurchaseImpossible(needs, connector, order, query, limits);
  const said = (await connector.find?.(query, limits)) ?? noHistoryAnswer;
  const answer = readFound(said, order.exchange?.currency ?? 'USD');
  if (answer.kind === 'found' && answer.matchedBy === 'content' && (await hasOpenDuplicate(needs.database.db, order))) {
    return {
      kind: 'unsure',
      message: 'The store shows a matching purchase, but it could belong to another identical open order.',
    };
  }
  if (answer.kind !== 'absent') return answer;
  if (query.handle === null && connector.lookup === 'none') return lookupUnsupported;
  return isFenced ? answer : canStillAppear;
}

async function isLatePurchaseImpossible(
  needs: PlacementNeeds,
  connector: Connector,
  order: PlacementRow,
  query: FindQuery,
  limits: Call,
): Promise<boolean> {
  const isFenced = (await connector.fence?.(query, limits))?.fenced ?? false;
  // A recorded checkout that the store can cancel must be canceled. Time alone proves nothing.
  const mustBeFenced = connector.fence !== undefined && query.handle !== null;
  return isFenced || (!mustBeFenced && hasLateWindowPassed(needs, connector, order));
}

const noHistoryAnswer: FindAnswer = {
  kind: 'unsure',
  message: "This store's order history cannot be read.",
  isFinal: true,
};

const canStillAppear: FindAnswer = {
  kind: 'unsure',
  message: 'The order history shows nothing yet, but a purchase may still appear there.',
};

/** Any account of the service may have bought a restored order, so one account's history is not enough. */
const isAccountUnknown = (order: PlacementRow, held: HeldAccount): boolean =>
  order.restored_at !== null && held.isOwn && order.managed_account_id === null;

const otherAccount: FindAnswer = {
  kind: 'unsure',
  message: "The database was restored, and another of Errand's accounts may have placed this order.",
  isFinal: true,
};

function hasLateWindowPassed(needs: PlacementNeeds, connector: Connector, order: PlacementRow): boolean {
  if (connector.lateWindowMs === undefined || order.submitted_at === null) return false;
  return needs.clock.now().getTime() - order.submitted_at.getTime() > connector.lateWindowMs;
}

async function scheduleCheck(
  needs: PlacementNeeds,
  order: PlacementRow,
  doubts: number,
  { message: reason, isFinal }: Extract<FindAnswer, { kind: 'unsure' }>,
): Promise<NextStep> {
  const now = needs.clock.now();
  const doubtfulForMs = now.getTime() - (order.submitted_at ?? now).getTime();
  // After a restore, waiting does not help with a store that cannot be searched.
  const isHopeless = order.restored_at !== null && isFinal === true;
  if (isHopeless || doubtfulForMs >= needs.reconcileTimeoutMs) {
    await markNeedsReview(needs.database.db, order, { message: reason, asked: doubts + 1 }, now);
    needs.logger.error({ orderId: order.id, reason }, 'order needs review by an operator');
    return done;
  }
  const scale = order.world === 'test' ? paceOf(needs.sandboxTimeScale) : null;
  return { kind: 'later', delayMs: Math.max(50, reconcileDelayMs(doubts, scale)), doubts: doubts + 1 };
}

/** The store may have sold this order before. It counts as submitted, so the reconciler asks the store and nothing is bought. */
export async function reconcileFirst(
  needs: PlacementNeeds,
  order: PlacementRow,
  { handle, message }: BoughtBefore,
): Promise<NextStep> {
  const checkoutSealed = await sealCheckout(needs.vault, order, handle);
  const isOurs = await batchesOf(needs.database).submitting({ ...order, checkoutSealed }, needs.clock.now());
  needs.logger.warn({ orderId: order.id, reason: message }, 'order already exists at the store');
  return isOurs ? { kind: 'later', delayMs: 0, doubts: 0 } : retrySoon;
}
