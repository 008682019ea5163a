import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { closePayment } from '../../channels/agent/core.ts';
import { closeCardDebt, closeStray } from '../../money/top-ups/index.ts';
import { recordAction } from './record-action.ts';

/** An operator has dealt with money that nothing in the database explains: it leaves the list, with a note of what was done. */
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
