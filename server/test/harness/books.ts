import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/index.ts';

/** What each account of every ledger has of a customer's money, without those that are empty: `EUR retailer`, `USD wallet.available`. */
export async function booksOf(db: Db, accountId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; amount: number }>`
    select name, sum(amount)::bigint as amount from (
      select 'USD ' || credit as name, amount_cents as amount from ledger_transfers where account_id = ${accountId}
      union all select 'USD ' || debit, -amount_cents from ledger_transfers where account_id = ${accountId}
      union all select currency || ' ' || credit, amount from currency_transfers where account_id = ${accountId}
      union all select currency || ' ' || debit, -amount from currency_transfers where account_id = ${accountId}
    ) moved group by name having sum(amount) <> 0`.execute(db);
  return Object.fromEntries(rows.map(({ name, amount }) => [name, Number(amount)]));
}
