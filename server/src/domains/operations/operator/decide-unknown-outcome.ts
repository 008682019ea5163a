import type { Clock } from '../../../kit/clock.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { decideOrder, type OutcomeDecision } from '../../orders/placement/index.ts';
import { recordAction } from './record-action.ts';

interface Needs {
  db: Db;
  clock: Clock;
}

/** Ends an unknown outcome with what a person found in the store's order history. */
export async function decideUnknownOutcome(
  { db, clock }: Needs,
  operator: string,
  orderId: string,
  decision: OutcomeDecision,
  note: string | null,
): Promise<void> {
  const after =
    decision.kind === 'bought'
      ? { status: 'order_placed', total_cents: decision.total, merchant_order_ids: decision.merchantOrderIds }
      : { status: 'order_failed', error_type: 'outcome_unknown' };
  await inTransaction(db, async (tx) => {
    await decideOrder({ tx, clock }, orderId, decision);
    await recordAction(
      { tx, clock },
      {
        operator,
        name: 'order.decided',
        subject: { type: 'order', id: orderId.toLowerCase() },
        before: { status: 'in_progress' },
        after,
        note,
      },
    );
  });
}
