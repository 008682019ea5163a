import type { Tx } from '../../../../platform/database/index.ts';
import { enqueue } from '../../../../platform/queue/index.ts';
import { deleteCardsOf } from './sql-cards.ts';

/** Deletes the cards of an account, here and at Stripe. Charges stay, with Stripe's IDs. */
export async function eraseCardsOf(tx: Tx, accountId: string): Promise<void> {
  const ids = await deleteCardsOf(tx, accountId);
  await enqueue(
    tx,
    ids.map((cardId) => ({ kind: 'cards.detach', payload: { cardId }, dedupeKey: cardId })),
  );
}
