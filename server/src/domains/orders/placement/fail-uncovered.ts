import { claimOrder, type PlacementRow } from '../orders/index.ts';
import { failPlacement, type PlacementFailure, uncoveredFailure } from './settle-order.ts';
import type { PlacementNeeds } from './step.ts';

/**
 * Fails an order whose card is not authorized any more. One that may have been bought, or that a person is asked about, is left alone: it
 * is looked at again before it is bought.
 */
export async function failUncovered(needs: PlacementNeeds, orderId: string, reason: string): Promise<void> {
  const order = await claimOrder(needs.database, orderId, needs.clock.now(), { id: null, isNoneToCome: true });
  if (order) await failPlacement(needs, order, uncoveredFailure(reason));
}

/** Nothing is bought that the card does not cover any more. */
export async function findCardProblem(needs: PlacementNeeds, order: PlacementRow): Promise<PlacementFailure | null> {
  if (!order.paid_by_card) return null;
  const coverage = await needs.ensureAuthorized(order.id);
  return coverage.kind === 'declined' ? uncoveredFailure(coverage.reason) : null;
}
