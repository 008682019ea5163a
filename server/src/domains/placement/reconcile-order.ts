import type { Connector, FindAnswer, FindQuery } from '../../connectors/contract.ts';
import { recordOf } from '../../connectors/purchase-record.ts';
import { minuteMs } from '../../kit/clock.ts';
import type { HeldAccount } from '../managed-accounts/index.ts';
import { buyerFor } from '../orders/index.ts';
import { reconcileDelayMs } from './model.ts';
import { purchaseRequestOf } from './purchase-request.ts';
import { giveUpOrRetry, settlePlaced } from './settle-order.ts';
import { done, lookAgain, type Next, type PlacementNeeds } from './step.ts';
import { type PlacementRow, takeOverDoubt } from './store.ts';
import { markNeedsReview } from './store-doubts.ts';

const askWithinMs = minuteMs;

/**
 * Somebody pressed the buy button and nobody knows what became of it. The store's own order history decides: found
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
  const epoch = await takeOverDoubt(needs.database.db, doubtful.id, needs.clock.now());
  if (epoch === null) return lookAgain;
  const order = { ...doubtful, epoch };
  const connector = needs.registry.forRetailer(order.world, order.retailer)?.connector;
  held?.markUsed();
  const answer = await ask(needs, connector, order, held, signal);
  switch (answer.kind) {
    case 'found':
      return (await settlePlaced(needs, order, answer.purchase)) ? done : lookAgain;
    case 'absent':
      return giveUpOrRetry(needs, order, {
        kind: 'blocked',
        reason: 'retailer_unavailable',
        message: 'The connection to the retailer broke; its order history shows that nothing was bought.',
      });
    case 'unsure':
      return askAgain(needs, order, doubts, answer.message);
  }
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
      since: order.started_at ?? order.created_at,
      handle: order.checkout_handle,
    };
    const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(askWithinMs)]) };
    // First the fence, then the look: the other way round a purchase could slip in between.
    const isFenced = (await connector.fence?.(query, limits))?.fenced ?? hasLateWindowPassed(needs, connector, order);
    const answer = await connector.find(query, limits);
    if (answer.kind === 'absent' && !isFenced) {
      return { kind: 'unsure', message: 'Nothing is in the order history yet, but a purchase may still appear there.' };
    }
    return answer;
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'unsure', message: error instanceof Error ? error.message : String(error) };
  }
}

function hasLateWindowPassed(needs: PlacementNeeds, connector: Connector, order: PlacementRow): boolean {
  if (connector.lateWindowMs === undefined || order.submitted_at === null) return false;
  return needs.clock.now().getTime() - order.submitted_at.getTime() > connector.lateWindowMs;
}

async function askAgain(needs: PlacementNeeds, order: PlacementRow, doubts: number, reason: string): Promise<Next> {
  const now = needs.clock.now();
  const doubtfulForMs = now.getTime() - (order.submitted_at ?? now).getTime();
  if (doubtfulForMs >= needs.reconcileGiveUpMs) {
    await markNeedsReview(needs.database.db, order, { message: reason, asked: doubts + 1 }, now);
    needs.logger.error({ orderId: order.id, reason }, 'an order needs the decision of an operator');
    return done;
  }
  const scale = order.world === 'test' ? needs.sandboxTimeScale : null;
  return { kind: 'later', delayMs: Math.max(50, reconcileDelayMs(doubts, scale)), doubts: doubts + 1 };
}
