import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { closePayment } from '../../channels/agent/core.ts';
import { closeCardDebt } from '../../money/cards/index.ts';
import { closeStray } from '../../money/top-ups/index.ts';
import { recordAction } from './record-action.ts';

/** Removes a charge that an operator resolved outside of Errand from the list, with a note. */
export async function closeCharge(
  { db, clock }: { db: Db; clock: Clock },
  operator: string,
  id: string,
  note: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const isClosed =
      (await closeStray(tx, id, note, now)) ||
      (await closePayment(tx, id, note, now)) ||
      (await closeCardDebt(tx, id, note, now));
    if (!isClosed) throw notFound();
    await recordAction({ tx, clock }, { operator, name: 'charge.closed', subject: { type: 'charge', id }, note });
  });
}
