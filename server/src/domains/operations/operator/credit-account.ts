import type { Clock } from '../../../kit/clock.ts';
import { type Cents, isCurrency } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { findAccountByEmail } from '../../access/accounts/index.ts';
import {
  creditWallet,
  debitWallet,
  findCurrencyWallet,
  findOperatorMove,
  findWallet,
  lockOperatorMove,
  unknownCurrency,
} from '../../money/wallet/index.ts';
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
  /** USD by default. The amount is in its minor unit. */
  currency?: string | undefined;
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
  const { world, amount, note, currency = 'USD' } = asked;
  const { move, kind, sign, name } = directions[direction];
  const id = asked.id.toLowerCase();
  if (!isCurrency(currency)) throw unknownCurrency();
  return inTransaction(db, async (tx) => {
    const accountId = await findAccountByEmail(tx, asked.email);
    if (accountId === null) throw unknownAccount();
    await lockOperatorMove(tx, id);
    const isNew =
      (await findOperatorMove(tx, id, kind)) === null &&
      (await move({ tx, clock }, { id, accountId, world, currency, amount, note }));
    const made = await findOperatorMove(tx, id, kind);
    const isSame =
      made?.account_id === accountId &&
      made.world === world &&
      made.paid.amount === amount &&
      made.paid.currency === currency &&
      made.note === note;
    if (!isSame) throw moveConflict(direction, id);
    const availableCents = await findAvailable(tx, { accountId, world, currency });
    if (isNew) {
      await recordAction(
        { tx, clock },
        {
          operator,
          name,
          subject: { type: 'wallet', id: `${world}/${accountId}` },
          before: { available_cents: availableCents - sign * amount },
          after: {
            available_cents: availableCents,
            amount_cents: amount,
            [`${direction}_id`]: id,
            ...(currency === 'USD' ? {} : { currency }),
          },
          note,
        },
      );
    }
    return { isNew, accountId, creditedAt: made.created_at, availableCents };
  });
}

async function findAvailable(tx: Tx, wallet: { accountId: string; world: World; currency: string }): Promise<number> {
  if (wallet.currency !== 'USD') return (await findCurrencyWallet(tx, wallet))?.available ?? 0;
  return (await findWallet(tx, wallet.accountId, wallet.world)).available_cents;
}
