import type { Purchase } from '../../../connectors/contract.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { findPurchaseOwner, lockOrderNumbers, markNeedsReview, type PlacementRow } from '../orders/index.ts';
import { sealNote } from './sealed-checkout.ts';
import { settlePlaced } from './settle-order.ts';
import { done, type NextStep, type PlacementNeeds, retrySoon } from './step.ts';

/**
 * The store says that it sold. A number of the store belongs to one order: of two orders that get the same one, even at
 * the same moment, the second is not charged and needs review. An operator may decide that the store reuses numbers.
 */
export async function confirmPurchase(
  needs: PlacementNeeds,
  order: PlacementRow,
  confirmed: Purchase,
): Promise<NextStep> {
  const { note, ...sold } = confirmed;
  // Before the transaction, which may run again: each seal writes a key.
  const purchase = { ...sold, noteSealed: note ? await sealNote(needs.vault, order, note) : null };
  const numbers = purchase.merchantOrderIds.filter((number) => number.trim() !== '');
  // Simulated numbers are random, and may repeat.
  if (order.world === 'test' || numbers.length === 0) return settle(needs, order, purchase);
  return inTransaction(needs.database.db, async (tx) => {
    await lockOrderNumbers(tx, order, numbers);
    const owner = await findPurchaseOwner(tx, order, numbers);
    if (owner === null) return settle({ ...needs, database: tx }, order, purchase);
    const message = `The store confirmed this order as ${numbers.join(', ')}, but order ${owner} has that number.`;
    await markNeedsReview(tx, order, { message, asked: 1 }, needs.clock.now());
    needs.logger.error({ orderId: order.id, reason: message }, 'order needs review by an operator');
    return done;
  });
}

const settle = async (...given: Parameters<typeof settlePlaced>): Promise<NextStep> =>
  (await settlePlaced(...given)) ? done : retrySoon;
