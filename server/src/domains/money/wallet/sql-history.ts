import { type RawBuilder, sql } from 'kysely';
import { filteredMax, type KeyPage, totalOf } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import { countUpTo, type Executor } from '../../../platform/database/index.ts';
import { isMoveOf } from './sql.ts';
import { spentAbroad } from './sql-currency.ts';
import { changeOf, isNotSummed, spentOf } from './sql-sums.ts';
import type { TransferRow } from './transfers.ts';

interface Owner {
  accountId: string;
  world: World;
}

/** Transactions since the sums were written. The order makes the planner use the index. */
const recentMoves = (own: Owner) =>
  sql`(select * from ledger_transfers where ${ownMoves(own)} and ${isNotSummed} order by id desc offset 0) late`;

const ownWallet = ({ accountId, world }: Owner) => sql`account_id = ${accountId} and world = ${world}`;
const ownMoves = ({ accountId, world }: Owner) => isMoveOf(accountId, world);
/** Card payments are in the ledger, but not on a wallet. */
const isOfWallet = sql`(debit like 'wallet.%' or credit like 'wallet.%')`;

/** The change by the transaction `id` and all newer ones: whole days by their sums, one day in part, and what is not summed yet. */
function changeFrom(account: Owner, id: string): RawBuilder<unknown> {
  const own = ownWallet(account);
  const from = sql`${id}::bigint`;
  const partly = sql`ledger_days where ${own} and first_id < ${from} and last_id >= ${from}`;
  return sql`(
    select coalesce(sum(change), 0) from (
      select change_cents as change from ledger_days where ${own} and first_id >= ${from}
      union all
      select ${changeOf} from (
        select * from ledger_transfers where ${ownMoves(account)} and not ${isNotSummed} and id >= ${from}
          and id <= (select max(last_id) from ${partly}) order by id desc offset 0) part
      where (created_at at time zone 'UTC')::date in (select day from ${partly})
      union all
      select ${changeOf} from ${recentMoves(account)} where id >= ${from}) newer)`;
}

/**
 * Transactions, newest first, each with its balance. The balance is counted down from the current one, so nothing older than the
 * page is read; after `after`, from the sums of the days since.
 */
export async function listTransfers(executor: Executor, accountId: string, world: World, page: KeyPage) {
  const account = { accountId, world };
  const own = ownWallet(account);
  const { after } = page;
  const rest = after === undefined ? sql`true` : sql`id < ${after}::bigint`;
  const newer = after === undefined ? sql`0` : changeFrom(account, after);
  const { rows } = await sql<TransferRow & { balance_cents: number }>`
    with newest as (
      select id, kind, debit, credit, amount_cents, cause, cause_id, note, created_at, ${changeOf} as change
      from ledger_transfers where ${ownMoves(account)} and ${isOfWallet} and ${rest} order by id desc limit ${page.offset + page.limit + 1}
    )
    select id, kind, debit, credit, amount_cents, cause, cause_id, note, created_at,
      (coalesce((select available_cents + held_cents from wallets where ${own}), 0) - ${newer} + change
        - sum(change) over (order by id desc rows unbounded preceding))::bigint as balance_cents
    from newest order by id desc offset ${page.offset}`.execute(executor);
  // Newest first. Without an order, the planner may read everybody's oldest transactions.
  const all = sql`select from ledger_transfers where ${ownMoves(account)} and ${isOfWallet} order by id desc`;
  const counted = await countUpTo(executor, all, filteredMax);
  return { rows: rows.slice(0, page.limit), total: totalOf(counted, page, rows.length) };
}

/** Spending per day (UTC) since then, minus refunds. Days without any are left out. */
export async function sumSpentByDay(executor: Executor, own: Owner, since: string) {
  const { rows } = await sql<{ day: string; cents: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(cents)::bigint as cents from (
      select day, spent_cents as cents from ledger_days where ${ownWallet(own)} and day >= ${since}::date
      union all
      select (created_at at time zone 'UTC')::date, ${spentOf} from ${recentMoves(own)}
      where (created_at at time zone 'UTC')::date >= ${since}::date
      union all
      select day, cents from (${spentAbroad(own)}) abroad where day >= ${since}::date
    ) moved group by day having sum(cents) <> 0`.execute(executor);
  return rows;
}

/** Months with transactions, newest first. The planner doesn't know that recent ones are few and would plan for millions. */
export async function listMonths(executor: Executor, own: Owner): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(first, 'YYYY-MM') as month from (
      select date_trunc('month', day::timestamp) as first from ledger_days where ${ownWallet(own)}
      union
      select unnest((select array_agg(distinct date_trunc('month', created_at at time zone 'UTC')) from ${recentMoves(own)}))) months
    order by 1 desc`.execute(executor);
  return rows.map(({ month }) => month);
}

/** The balance at the start of a day (UTC). */
export async function balanceBefore(executor: Executor, own: Owner, before: Date): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select (coalesce((select sum(change_cents) from ledger_days
        where ${ownWallet(own)} and day < (${before}::timestamptz at time zone 'UTC')::date), 0)
      + coalesce((select sum(${changeOf}) from ${recentMoves(own)} where created_at < ${before}), 0))::bigint as cents`.execute(
    executor,
  );
  return rows[0]?.cents ?? 0;
}

export type LedgerMove = Pick<
  TransferRow,
  'kind' | 'debit' | 'credit' | 'amount_cents' | 'note' | 'cause' | 'cause_id' | 'created_at'
>;

/** Transactions from one day (UTC) to the start of another, oldest first. */
export async function listMoves(executor: Executor, own: Owner, from: Date, until: Date): Promise<LedgerMove[]> {
  const days = sql`select first_id, last_id from ledger_days where ${ownWallet(own)}
    and day >= (${from}::timestamptz at time zone 'UTC')::date and day < (${until}::timestamptz at time zone 'UTC')::date`;
  const { rows } = await sql<LedgerMove>`
    select kind, debit, credit, amount_cents, note, cause, cause_id, created_at from (
      select * from (
        select * from ledger_transfers where ${ownMoves(own)} and not ${isNotSummed}
          and id between (select min(first_id) from (${days}) d) and (select max(last_id) from (${days}) d)
        order by id desc offset 0) summed
      union all select * from ${recentMoves(own)}) moved
    where created_at >= ${from} and created_at < ${until} and ${isOfWallet}
    order by created_at, id`.execute(executor);
  return rows;
}
