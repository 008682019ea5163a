import { claimOrder, type PlacementRow } from '../orders/index.ts';
import { failPlacement, type PlacementFailure, uncoveredFailure } from './settle-order.ts';
import type { PlacementNeeds } from './step.ts';

/**
 * Fails an order whose card is no longer authorized. One that may have been bought, or waits for a person, is left alone and
 * checked again before it is bought.
 */
export async function failUncovered(needs: PlacementNeeds, orderId: string, reason: string): Promise<void> {
  const order = await claimOrder(needs.database, orderId, needs.clock.now(), { id: null, isNoneToCome: true });
  if (order) await failPlacement(needs, order, uncoveredFailure(reason));
}

/** Why the card does not cover the order; null if it does. */
export async function findCardProblem(needs: PlacementNeeds, order: PlacementRow): Promise<PlacementFailure | null> {
  if (!order.paid_by_card) return null;
  const coverage = await needs.ensureAuthorized(order.id);
  return coverage.kind === 'declined' ? uncoveredFailure(coverage.reason) : null;
}
