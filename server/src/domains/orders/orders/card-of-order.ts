import type { Executor } from '../../../platform/database/index.ts';
import { type CardRow, listCards } from '../../money/top-ups/index.ts';
import type { NewOrder } from './sql-accept.ts';

/** The card that pays for an order which is about to be written; null where the wallet pays. */
export async function findCardOf(
  executor: Executor,
  { account_id: accountId, world, card, card_choice: choice }: NewOrder,
  now: Date,
): Promise<CardRow | null> {
  const id = card?.card_id ?? choice?.id;
  if (id === undefined) return null;
  return (await listCards(executor, { accountId, world }, now)).find((row) => row.id === id) ?? null;
}
