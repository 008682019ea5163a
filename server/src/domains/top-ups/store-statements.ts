import { sql } from 'kysely';
import type { World } from '../../kit/world.ts';
import type { Executor, Row } from '../../platform/database/index.ts';

export interface Owner {
  accountId: string;
  world: World;
}

/** The months in which anything moved, the newest first. */
export async function listMonths(executor: Executor, owner: Owner): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(created_at at time zone 'UTC', 'YYYY-MM') as month from ledger_transfers
    where account_id = ${owner.accountId} and world = ${owner.world} order by 1 desc`.execute(executor);
  return rows.map(({ month }) => month);
}

export interface TransferRow
  extends Row<'ledger_transfers', 'debit' | 'credit' | 'amount_cents' | 'note' | 'cause_id' | 'created_at'> {
  kind: string;
}

export async function balanceBefore(executor: Executor, owner: Owner, before: Date): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum((case when credit like 'wallet.%' then amount_cents else 0 end)
      - (case when debit like 'wallet.%' then amount_cents else 0 end)), 0)::bigint as cents
    from ledger_transfers
    where account_id = ${owner.accountId} and world = ${owner.world} and created_at < ${before}`.execute(executor);
  return rows[0]?.cents ?? 0;
}

export async function listTransfers(executor: Executor, owner: Owner, from: Date, until: Date): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    select kind, debit, credit, amount_cents, note, cause_id, created_at from ledger_transfers
    where account_id = ${owner.accountId} and world = ${owner.world}
      and created_at >= ${from} and created_at < ${until}
    order by created_at, id`.execute(executor);
  return rows;
}
