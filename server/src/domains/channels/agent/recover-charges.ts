import type { Clock } from '../../../kit/clock.ts';
import { isUuid } from '../../../kit/ids.ts';
import type { Database } from '../../../platform/database/index.ts';
import { insertStray } from '../../money/top-ups/index.ts';
import type { PaymentMethod } from './methods/method.ts';
import { findPayment } from './sql.ts';

interface Needs {
  database: Database;
  clock: Clock;
  methods: readonly PaymentMethod[];
}

export const recoverChargesKind = 'agent.recover';

/**
 * After a restore, a charge without a payment goes on the operators' list. It may have bought something, so it is not
 * refunded automatically. If the agent repeats its order, the same payment is recorded again and leaves the list.
 */
export async function recoverCharges({ database, clock, methods }: Needs, since: Date): Promise<void> {
  const { db } = database;
  for (const { name: method, world, chargesSince } of methods) {
    if (!chargesSince) continue;
    for await (const { paymentId, reference, cents, at: paidAt } of chargesSince(since)) {
      if (!isUuid(paymentId) || (await findPayment(db, paymentId))) continue;
      const reason =
        'An agent paid for an order that is not in this database. Find the purchase with "stores reconcile". If there is none, refund the payment in Stripe. Then close this entry.';
      const stray = { method, world, reference, namedId: paymentId, accountId: null, cents, reason, paidAt };
      await insertStray(db, stray, clock.now());
    }
  }
}
