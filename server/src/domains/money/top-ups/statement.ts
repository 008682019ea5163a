import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import {
  balanceBefore,
  currencyBalanceBefore,
  isWalletAccount,
  type LedgerMove,
  listCurrencyMoves,
  listMoves,
} from '../wallet/index.ts';

interface Owner {
  accountId: string;
  world: World;
  currency: string;
}

export interface Movement {
  at: Date;
  kind: string;
  /** Of the whole balance, which includes holds. */
  change_cents: number;
  /** Of the part on hold. */
  held_cents: number;
  amount_cents: number;
  from: string;
  to: string;
  note: string | null;
  cause: string;
  reference: string;
}

export interface Statement {
  month: string;
  currency: string;
  openingCents: number;
  closingCents: number;
  movements: Movement[];
}

const monthStart = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);

function nextMonthStart(month: string): Date {
  const start = monthStart(month);
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
}

type IsPart = (account: string) => boolean;
const changeOf = ({ debit, credit, amount_cents: cents }: LedgerMove, isPart: IsPart): number =>
  (isPart(credit) ? cents : 0) - (isPart(debit) ? cents : 0);
const isHeld: IsPart = (account) => account === 'wallet.held' || account === 'wallet.reserved';

/** Every transaction of a month between its opening and closing balance, from the ledger alone. */
export async function createStatement(executor: Executor, owner: Owner, month: string): Promise<Statement> {
  const { currency } = owner;
  const [from, until] = [monthStart(month), nextMonthStart(month)];
  const isDollars = currency === 'USD';
  const openingCents = await (isDollars ? balanceBefore : currencyBalanceBefore)(executor, owner, from);
  const rows: LedgerMove[] = await (isDollars ? listMoves : listCurrencyMoves)(executor, owner, from, until);
  const movements = rows.map((row) => ({
    at: row.created_at,
    kind: row.kind,
    change_cents: changeOf(row, isWalletAccount),
    held_cents: changeOf(row, isHeld),
    amount_cents: row.amount_cents,
    from: row.debit,
    to: row.credit,
    note: row.note,
    cause: row.cause,
    reference: row.cause_id,
  }));
  const closingCents = movements.reduce((sum, { change_cents: change }) => sum + change, openingCents);
  return { month, currency, openingCents, closingCents, movements };
}
