import type { Clock } from '../../../kit/clock.ts';
import type { Cents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { findAccountByEmail } from '../../access/accounts/index.ts';
import { creditWallet, debitWallet, findOperatorMove, findWallet } from '../../money/wallet/index.ts';
import { recordAction } from './export-audit.ts';
import { moveConflict, unknownAccount } from './failures.ts';

interface Needs {
  db: Db;
  clock: Clock;
}

export interface CreditRequest {
  /** The same id again moves nothing. */
  id: string;
  email: string;
  world: World;
  amount: Cents;
  note: string;
}

export interface Credited {
  /** False: it was made before. */
  isNew: boolean;
  accountId: string;
  creditedAt: Date;
  availableCents: number;
}

const directions = {
  credit: { move: creditWallet, kind: 'fund', sign: 1, name: 'wallet.credited' },
  debit: { move: debitWallet, kind: 'debit', sign: -1, name: 'wallet.debited' },
} as const;

/** Adds money to the wallet of the account with this address. */
export const creditAccount = (needs: Needs, operator: string, credit: CreditRequest): Promise<Credited> =>
  moveMoney(needs, operator, credit, 'credit');

/** Takes money from the wallet of the account with this address, up to what is available. */
export const debitAccount = (needs: Needs, operator: string, debit: CreditRequest): Promise<Credited> =>
  moveMoney(needs, operator, debit, 'debit');

async function moveMoney(
  { db, clock }: Needs,
  operator: string,
  asked: CreditRequest,
  direction: keyof typeof directions,
): Promise<Credited> {
  const { world, amount, note } = asked;
  const { move, kind, sign, name } = directions[direction];
  const id = asked.id.toLowerCase();
  return inTransaction(db, async (tx) => {
    const accountId = await findAccountByEmail(tx, asked.email);
    if (accountId === null) throw unknownAccount();
    const isNew = await move({ tx, clock }, { id, accountId, world, amount, note });
    const made = await findOperatorMove(tx, id, kind);
    const isSame =
      made?.account_id === accountId && made.world === world && made.amount_cents === amount && made.note === note;
    if (!isSame) throw moveConflict(direction, id);
    const { available_cents: availableCents } = await findWallet(tx, accountId, world);
    if (isNew) {
      await recordAction(
        { tx, clock },
        {
          operator,
          name,
          subject: { type: 'wallet', id: `${world}/${accountId}` },
          before: { available_cents: availableCents - sign * amount },
          after: { available_cents: availableCents, amount_cents: amount, [`${direction}_id`]: id },
          note,
        },
      );
    }
    return { isNew, accountId, creditedAt: made.created_at, availableCents };
  });
}
