import type { Call, Connector, FindAnswer, FindQuery } from '../../connectors/contract.ts';
import { recordOf } from '../../connectors/purchase-record.ts';
import { dayMs, minuteMs, plusMs } from '../../kit/clock.ts';
import type { HeldAccount } from '../managed-accounts/index.ts';
import { buyerFor } from './buyer.ts';
import { reconcileDelayMs } from './model.ts';
import { purchaseRequestOf } from './purchase-request.ts';
import type { PlacementRow } from './rows.ts';
import { openCheckout } from './sealed-checkout.ts';
import { giveUpOrRetry, settlePlaced } from './settle-order.ts';
import { done, lookAgain, type Next, type PlacementNeeds } from './step.ts';
import { takeOverDoubt } from './store-claim.ts';
import { markNeedsReview } from './store-doubts.ts';
import { writeRetry } from './store-failed.ts';

const askWithinMs = minuteMs;
/** What is looked for after a restore may have been bought under the same id before this row was written. */
const lostMs = 2 * dayMs;

/**
 * The buy button was pressed, and its answer was lost. The store's own order history decides: found
 * means placed; absent means nothing was bought, but only once a late purchase is impossible. Everything else is asked
 * again later, and in the end by the operator. It is never bought again on a guess.
 */
export async function reconcileOrder(
  needs: PlacementNeeds,
  doubtful: PlacementRow,
  doubts: number,
  held: HeldAccount | null,
  signal: AbortSignal,
): Promise<Next> {
  const epoch = await takeOverDoubt(needs.database.db, doubtful, needs.clock.now());
  if (epoch === null) return lookAgain;
  const order = { ...doubtful, epoch };
  const connector = needs.registry.forRetailer(order.world, order.retailer)?.connector;
  held?.markUsed();
  const answer = await ask(needs, connector, order, held, signal);
  switch (answer.kind) {
    case 'found':
      return (await settlePlaced(needs, order, answer.purchase)) ? done : lookAgain;
    case 'absent':
      if (order.restored_at) return buyAfterAll(needs, order);
      return giveUpOrRetry(needs, order, {
        kind: 'blocked',
        reason: 'retailer_unavailable',
        message: 'The connection to the retailer broke; its order history shows that nothing was bought.',
      });
    case 'unsure':
      return askAgain(needs, order, doubts, {
        message: answer.message,
        canTell: connector?.find !== undefined && answer !== otherAccount,
      });
  }
}

/** Its store has not sold it while the database was away: it goes on as if nothing had happened. */
async function buyAfterAll(needs: PlacementNeeds, order: PlacementRow): Promise<Next> {
  const isOurs = await writeRetry(needs.database, order, false, needs.clock.now());
  return isOurs ? { kind: 'later', delayMs: 0, doubts: 0 } : lookAgain;
}

async function ask(
  needs: PlacementNeeds,
  connector: Connector | undefined,
  order: PlacementRow,
  held: HeldAccount | null,
  signal: AbortSignal,
): Promise<FindAnswer> {
  if (!connector?.find) return { kind: 'unsure', message: 'This retailer has no order history that can be asked.' };
  try {
    const query: FindQuery = {
      ...recordOf(purchaseRequestOf(order)),
      // Log-in data that cannot be opened makes the answer unsure, never absent.
      account: held?.storeAccount ?? (await buyerFor(needs, order)).account,
      since: order.restored_at ? plusMs(order.created_at, -lostMs) : (order.started_at ?? order.created_at),
      handle: order.checkout_sealed
        ? await openCheckout(needs.vault, order.id, order.checkout_sealed)
        : order.checkout_handle,
    };
    const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(askWithinMs)]) };
    // First the fence, then the look: the other way round a purchase could slip in between.
    const isFenced =
      (await fencePurchase(connector, query, order, limits)) ?? hasLateWindowPassed(needs, connector, order);
    const answer = await findPurchase(connector.find.bind(connector), query, order, limits);
    if (answer.kind === 'absent' && held && isAccountUnsure(order, held)) return otherAccount;
    if (answer.kind === 'absent' && !isFenced) {
      return { kind: 'unsure', message: 'Nothing is in the order history yet, but a purchase may still appear there.' };
    }
    return answer;
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'unsure', message: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * A restored order may have been submitted again after the copy was taken, from a cart that the copy does not know. Only a
 * fence that needs no handle covers that one too. Undefined where the store has no fence.
 */
async function fencePurchase(
  connector: Connector,
  query: FindQuery,
  order: PlacementRow,
  limits: Call,
): Promise<boolean | undefined> {
  const isFenced = (await connector.fence?.(query, limits))?.fenced;
  if (!isFenced || !order.restored_at || query.handle === null) return isFenced;
  return (await connector.fence?.({ ...query, handle: null }, limits))?.fenced;
}

/** The checkout of a restored order may be an earlier one: what it does not show may be found by the reference alone. */
async function findPurchase(
  find: NonNullable<Connector['find']>,
  query: FindQuery,
  order: PlacementRow,
  limits: Call,
): Promise<FindAnswer> {
  const answer = await find(query, limits);
  if (answer.kind === 'found' || !order.restored_at || query.handle === null) return answer;
  return find({ ...query, handle: null }, limits);
}

/** Any account of the service's own may have bought a restored order: the history of this one alone says little. */
const isAccountUnsure = (order: PlacementRow, held: HeldAccount): boolean =>
  order.restored_at !== null && held.isOwn && order.managed_account_id === null;

const otherAccount: FindAnswer = {
  kind: 'unsure',
  message: 'The database was restored, and another account of the service may have bought this order.',
};

function hasLateWindowPassed(needs: PlacementNeeds, connector: Connector, order: PlacementRow): boolean {
  if (connector.lateWindowMs === undefined || order.submitted_at === null) return false;
  return needs.clock.now().getTime() - order.submitted_at.getTime() > connector.lateWindowMs;
}

async function askAgain(
  needs: PlacementNeeds,
  order: PlacementRow,
  doubts: number,
  { message: reason, canTell }: { message: string; canTell: boolean },
): Promise<Next> {
  const now = needs.clock.now();
  const doubtfulForMs = now.getTime() - (order.submitted_at ?? now).getTime();
  // After a restore nothing more will be known later of a store that cannot be asked.
  const isHopeless = order.restored_at !== null && !canTell;
  if (isHopeless || doubtfulForMs >= needs.reconcileGiveUpMs) {
    await markNeedsReview(needs.database.db, order, { message: reason, asked: doubts + 1 }, now);
    needs.logger.error({ orderId: order.id, reason }, 'an order needs the decision of an operator');
    return done;
  }
  const scale = order.world === 'test' ? needs.sandboxTimeScale : null;
  return { kind: 'later', delayMs: Math.max(50, reconcileDelayMs(doubts, scale)), doubts: doubts + 1 };
}
