import { sql } from 'kysely';
import type { World } from '../../kit/world.ts';
import type { Executor, Row } from '../../platform/database/index.ts';
import { isWalletAccount } from '../wallet/index.ts';

export interface Movement {
  at: Date;
  kind: string;
  /** Of the whole balance: what is merely set aside stays on it. */
  change_cents: number;
  amount_cents: number;
  from: string;
  to: string;
  note: string | null;
  reference: string;
}

export interface Statement {
  month: string;
  openingCents: number;
  closingCents: number;
  movements: Movement[];
}

interface Owner {
  accountId: string;
  world: World;
}

const monthStart = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);

function nextMonthStart(month: string): Date {
  const start = monthStart(month);
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
}

/** The months in which anything moved, the newest first. */
export async function listMonths(executor: Executor, owner: Owner): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(created_at at time zone 'UTC', 'YYYY-MM') as month from ledger_transfers
    where account_id = ${owner.accountId} and world = ${owner.world} order by 1 desc`.execute(executor);
  return rows.map(({ month }) => month);
}

interface TransferRow
  extends Row<'ledger_transfers', 'debit' | 'credit' | 'amount_cents' | 'note' | 'cause_id' | 'created_at'> {
  kind: string;
}

const changeOf = ({ debit, credit, amount_cents: cents }: TransferRow): number =>
  (isWalletAccount(credit) ? cents : 0) - (isWalletAccount(debit) ? cents : 0);

/** Every movement of a month between its opening and its closing balance, from the ledger alone. */
export async function makeStatement(executor: Executor, owner: Owner, month: string): Promise<Statement> {
  const { rows: sums } = await sql<{ cents: number }>`
    select coalesce(sum((case when credit like 'wallet.%' then amount_cents else 0 end)
      - (case when debit like 'wallet.%' then amount_cents else 0 end)), 0)::bigint as cents
    from ledger_transfers
    where account_id = ${owner.accountId} and world = ${owner.world} and created_at < ${monthStart(month)}`.execute(
    executor,
  );
  const { rows } = await sql<TransferRow>`
    select kind, debit, credit, amount_cents, note, cause_id, created_at from ledger_transfers
    where account_id = ${owner.accountId} and world = ${owner.world}
      and created_at >= ${monthStart(month)} and created_at < ${nextMonthStart(month)}
    order by created_at, id`.execute(executor);
  const openingCents = sums[0]?.cents ?? 0;
  const movements = rows.map((row) => ({
    at: row.created_at,
    kind: row.kind,
    change_cents: changeOf(row),
    amount_cents: row.amount_cents,
    from: row.debit,
    to: row.credit,
    note: row.note,
    reference: row.cause_id,
  }));
  const closingCents = movements.reduce((sum, { change_cents: change }) => sum + change, openingCents);
  return { month, openingCents, closingCents, movements };
}
