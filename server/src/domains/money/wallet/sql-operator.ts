import { sql } from 'kysely';
import type { Money } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { ledger, type TransferKind } from './model.ts';
import { assertRecorded, isCausedBy } from './sql.ts';
import type { TransferRow } from './transfers.ts';

/** Until it ends, only this transaction moves money for the ID, in any currency: each currency has its own ledger. */
export async function lockOperatorMove(executor: Executor, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`operator ${id}`}, 0))`.execute(executor);
}

/** Locks the wallet until the transaction ends and returns what is available; 0 if there is none. */
export async function lockWallet(
  executor: Executor,
  accountId: string,
  world: World,
  currency: string,
): Promise<number> {
  const own = sql`account_id = ${accountId} and world = ${world}`;
  const wallet =
    currency === 'USD'
      ? sql`select available_cents as available from wallets where ${own}`
      : sql`select available from currency_wallets where ${own} and currency = ${currency}`;
  const { rows } = await sql<{ available: number }>`${wallet} for update`.execute(executor);
  return rows[0]?.available ?? 0;
}

/** Takes money off a locked wallet and records it in one statement. False if it was recorded before. */
export async function debitLockedWallet(
  executor: Executor,
  move: { id: string; accountId: string; world: World; amount: number; note: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with recorded as (
      insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, note, created_at)
      values (${move.world}, ${move.accountId}, 'debit', ${ledger.available}, ${ledger.funding}, ${move.amount}, 'operator',
              ${move.id}, ${move.note}, ${move.at})
      on conflict do nothing
      returning account_id, world, amount_cents
    )
    update wallets w set available_cents = w.available_cents - recorded.amount_cents from recorded
    where w.account_id = recorded.account_id and w.world = recorded.world
    returning w.account_id`.execute(executor);
  const { available: debit, funding: credit } = ledger;
  if (rows.length === 0) await assertRecorded(executor, { kind: 'debit', debit, credit, causeId: move.id });
  return rows.length === 1;
}

type OperatorMove = TransferRow & { account_id: string; world: World; paid: Money };

/** An operator's credit, debit or refund with this ID; null if there is none. */
export async function findOperatorMove(
  executor: Executor,
  id: string,
  kind: TransferKind,
): Promise<OperatorMove | null> {
  const { rows } = await sql<OperatorMove>`
    select *, json_build_object('amount', amount_cents, 'currency', 'USD') as paid
    from ledger_transfers where ${isCausedBy(id)} and cause = 'operator' and kind = ${kind}`.execute(executor);
  if (rows[0]) return rows[0];
  // A refund that US dollars paid has its entry there too. Credits and debits of such a wallet have no value in US dollars.
  const abroad = await sql<OperatorMove>`
    select *, coalesce(us_cents, 0) as amount_cents, json_build_object('amount', amount, 'currency', currency) as paid
    from currency_transfers
    where cause_id = ${id} and cause = 'operator' and kind = ${kind} and (us_cents is not null or kind in ('fund', 'debit'))`.execute(
    executor,
  );
  return abroad.rows[0] ?? null;
}
