import type { BoughtBefore } from '../../../connectors/contract.ts';
import type { PlacementRow } from '../orders/index.ts';
import { batchesOf } from './in-batches.ts';
import { sealCheckout } from './sealed-checkout.ts';
import { type NextStep, type PlacementNeeds, retrySoon } from './step.ts';

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
