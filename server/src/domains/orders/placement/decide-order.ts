import type { Clock } from '../../../kit/clock.ts';
import { Failure, notFound } from '../../../kit/failure.ts';
import { type Cents, zeroCents } from '../../../kit/money.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { loadPlacement, lockOrderNumbers, type PlacementRow, takeOverUnknownOutcome } from '../orders/index.ts';
import { settleFailed, settlePlaced } from './settle-order.ts';

/** What the operator found in the retailer's order history. */
export type OutcomeDecision = { kind: 'bought'; merchantOrderIds: string[]; total: Cents } | { kind: 'not_bought' };

const outcomeNotUnknown = (): Failure =>
  new Failure('bad_request', 400, 'This order does not need review, so there is nothing to decide.');

interface Needs {
  tx: Tx;
  clock: Clock;
}

/**
 * Ends an order whose outcome the service could not find out. Only an order that the reconciler gave up on can be decided, and its
 * money is settled as for the store's own response. Of two decisions at once, the second waits at the order's row and finds
 * nothing to decide.
 */
export async function decideOrder({ tx, clock }: Needs, orderId: string, decision: OutcomeDecision): Promise<void> {
  const doubtful = await loadPlacement(tx, orderId);
  if (!doubtful) throw notFound();
  if (doubtful.needs_review_at === null) throw outcomeNotUnknown();
  // Before the order's row, as when a store confirms it. The decision counts even if another order has the number.
  if (decision.kind === 'bought') await lockOrderNumbers(tx, doubtful, decision.merchantOrderIds);
  const epoch = await takeOverUnknownOutcome(tx, doubtful, clock.now());
  if (epoch === null) throw outcomeNotUnknown();
  const isDecided = await settleDecision({ database: tx, clock }, { ...doubtful, epoch }, decision);
  if (!isDecided) throw outcomeNotUnknown();
}

function settleDecision(
  needs: Parameters<typeof settlePlaced>[0],
  order: PlacementRow,
  decision: OutcomeDecision,
): Promise<boolean> {
  if (decision.kind === 'not_bought') {
    const message = 'The outcome of the purchase was unknown. An operator confirmed that nothing was bought.';
    return settleFailed(needs, order, { errorType: 'outcome_unknown', message });
  }
  return settlePlaced(needs, order, {
    merchantOrderIds: decision.merchantOrderIds,
    price: {
      currency: order.exchange?.currency ?? 'USD',
      basis: 'net',
      subtotal: decision.total,
      shipping: zeroCents,
      tax: zeroCents,
      fees: zeroCents,
      total: decision.total,
    },
    estimatedDelivery: null,
    placedAt: order.submitted_at ?? needs.clock.now(),
    lines: order.items.map((item) => ({ lineId: item.id, unitPrice: null })),
  });
}
