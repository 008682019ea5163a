import { fieldsOf } from '../../../../kit/fields.ts';
import type { World } from '../../../../kit/world.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { hashSecret, isSecret } from '../credit.ts';
import { findCreditBySecret } from '../sql-credit.ts';
import type { PaymentMethod } from './method.ts';

interface Options {
  database: Database;
  world: World;
  /** Where credit is bought. */
  buyUrl: string;
}

export const prepaidName = 'prepaid';

/**
 * Credit that was bought before. It pays for data calls alone: an order is charged as a whole, so that its rest can go back
 * to the payer. What settles here is only looked at; the draw is made with the call, in one statement.
 */
export function createPrepaidMethod({ database, world, buyUrl }: Options): PaymentMethod {
  return {
    name: prepaidName,
    world,
    currency: 'usd',
    minCents: 1,
    isLocal: true,
    offer: (amount, nonce) => ({ amount: String(amount), currency: 'usd', methodDetails: { buyUrl, nonce } }),
    verify(payload) {
      const { token } = fieldsOf(payload);
      return isSecret(token) ? token : null;
    },
    async settle({ paymentId, amount, proof }) {
      const credit = await findCreditBySecret(database.db, hashSecret(proof));
      const isEnough = credit && !credit.closed_at && credit.world === world && credit.available_cents >= amount;
      if (!isEnough)
        return { kind: 'declined', reason: `This credit does not exist or is used up. Buy more at ${buyUrl}` };
      return { kind: 'settled', reference: `prepaid_${paymentId}` };
    },
    find: async () => null,
    // The rest of a credit goes back as a refund of the payment that bought it.
    refund: () => Promise.reject(new Error('A draw on a credit cannot be refunded on its own.')),
  };
}
