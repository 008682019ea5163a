import type { Clock } from '../../kit/clock.ts';
import type { Cents } from '../../kit/money.ts';
import type { World } from '../../kit/world.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import { findAccountByEmail } from '../accounts/index.ts';
import { creditWallet, findOperatorCredit, findWallet } from '../wallet/index.ts';
import { creditConflict, unknownAccount } from './failures.ts';
import { recordAction } from './record-action.ts';

interface Needs {
  db: Db;
  clock: Clock;
}

export interface CreditRequest {
  /** Names the credit: the same id again credits nothing. */
  id: string;
  email: string;
  world: World;
  amount: Cents;
  note: string;
}

export interface Credited {
  /** False: this very credit was made before. */
  isNew: boolean;
  accountId: string;
  creditedAt: Date;
  availableCents: number;
}

/** Puts money on the wallet of the customer who has this address. */
export async function creditAccount({ db, clock }: Needs, operator: string, credit: CreditRequest): Promise<Credited> {
  const { world, amount, note } = credit;
  const id = credit.id.toLowerCase();
  return inTransaction(db, async (tx) => {
    const accountId = await findAccountByEmail(tx, credit.email);
    if (accountId === null) throw unknownAccount();
    const isNew = await creditWallet({ tx, clock }, { id, accountId, world, amount, note });
    const made = await findOperatorCredit(tx, id);
    const isSame =
      made?.account_id === accountId && made.world === world && made.amount_cents === amount && made.note === note;
    if (!isSame) throw creditConflict(id);
    const { available_cents: availableCents } = await findWallet(tx, accountId, world);
    if (isNew) {
      await recordAction(
        { tx, clock },
        {
          operator,
          name: 'wallet.credited',
          subject: { type: 'wallet', id: `${world}/${accountId}` },
          before: { available_cents: availableCents - amount },
          after: { available_cents: availableCents, amount_cents: amount, credit_id: id },
          note,
        },
      );
    }
    return { isNew, accountId, creditedAt: made.created_at, availableCents };
  });
}
