import { type RawBuilder, sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import { type Db, type Executor, inTransaction } from '../../../platform/database/index.ts';
import { ledger } from './model.ts';
import { auditCurrencies } from './sql-currency.ts';

/** The change of the whole wallet. Moves between its parts count as none. */
export const changeOf = sql`((credit like 'wallet.%')::int - (debit like 'wallet.%')::int) * amount_cents`;
/** Spending minus refunds. */
export const spentOf = sql`case when kind in ('capture', 'fee') then amount_cents
  when kind in ('refund', 'refund_fee', 'credit') then -amount_cents else 0 end`;
const signedAmountOf = (names: string[]): RawBuilder<unknown> =>
  sql`((credit = any (${names}::text[]))::int - (debit = any (${names}::text[]))::int) * amount_cents`;
const walletSums = sql`
  coalesce(sum(${signedAmountOf([ledger.available])}), 0)::bigint as available,
  coalesce(sum(${signedAmountOf([ledger.held, ledger.reserved])}), 0)::bigint as held,
  coalesce(sum(${signedAmountOf([ledger.reserved])}), 0)::bigint as reserved`;

/** Transactions that are not summed yet. */
export const isNotSummed = sql`id > (select summed_id from ledger_checkpoint)`;

/** Wallets with transactions in the last minutes (the sums are that far behind), and the change of what is available. */
export const recentlyMovedWallets = sql`
  (select account_id, world, sum(${signedAmountOf([ledger.available])})::bigint as more_cents
   from (select * from ledger_transfers where ${isNotSummed} order by id offset 0) late group by account_id, world)`;

/**
 * A transaction gets its number before it commits. After this time, every number is committed or rolled back: no transaction takes
 * longer.
 */
const commitDelay = sql`interval '5 minutes'`;

/**
 * Adds transactions to the sums, up to the last one seen at the previous run, if that was long enough ago. The row's lock lets one
 * run at a time, and claiming a sandbox waits for it.
 */
export async function checkpointLedger(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ summed_id: number; seen_id: number; is_settled: boolean }>`
      select summed_id, seen_id, seen_at < clock_timestamp() - ${commitDelay} as is_settled from ledger_checkpoint for update`.execute(
      tx,
    );
    const [last] = rows;
    if (!last?.is_settled) return;
    await addSums(tx, last.summed_id, last.seen_id);
    await sql`
      update ledger_checkpoint set summed_id = seen_id, seen_at = clock_timestamp(),
        seen_id = greatest(seen_id, coalesce((select max(id) from ledger_transfers), 0))`.execute(tx);
  });
}

async function addSums(executor: Executor, after: number, upTo: number): Promise<void> {
  if (upTo <= after) return;
  const range = sql`ledger_transfers where id > ${after} and id <= ${upTo}`;
  await sql`
    insert into ledger_sums as s (account_id, world, available_cents, held_cents, reserved_cents, transfers)
    select account_id, world, available, held, reserved, transfers from (
      select account_id, world, ${walletSums}, count(*) as transfers from ${range} group by account_id, world) added
    order by account_id, world
    on conflict (account_id, world) do update set available_cents = s.available_cents + excluded.available_cents,
      held_cents = s.held_cents + excluded.held_cents, reserved_cents = s.reserved_cents + excluded.reserved_cents,
      transfers = s.transfers + excluded.transfers`.execute(executor);
  await sql`
    insert into ledger_days as d (account_id, world, day, change_cents, spent_cents, first_id, last_id)
    select account_id, world, (created_at at time zone 'UTC')::date, sum(${changeOf}), sum(${spentOf}), min(id), max(id)
    from ${range} group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, world, day) do update set change_cents = d.change_cents + excluded.change_cents,
      spent_cents = d.spent_cents + excluded.spent_cents, first_id = least(d.first_id, excluded.first_id),
      last_id = greatest(d.last_id, excluded.last_id)`.execute(executor);
}

/** Moves the sums of a wallet to another account, in the caller's transaction, before its transactions. */
export async function moveSums(executor: Executor, from: string, to: string, world: World): Promise<void> {
  await sql`select from ledger_checkpoint for update`.execute(executor);
  await sql`
    with taken as (delete from ledger_sums where account_id = ${from} and world = ${world} returning *)
    insert into ledger_sums as s (account_id, world, available_cents, held_cents, reserved_cents, transfers)
    select ${to}::uuid, world, available_cents, held_cents, reserved_cents, transfers from taken
    on conflict (account_id, world) do update set available_cents = s.available_cents + excluded.available_cents,
      held_cents = s.held_cents + excluded.held_cents, reserved_cents = s.reserved_cents + excluded.reserved_cents,
      transfers = s.transfers + excluded.transfers`.execute(executor);
  await sql`
    with taken as (delete from ledger_days where account_id = ${from} and world = ${world} returning *)
    insert into ledger_days as d (account_id, world, day, change_cents, spent_cents, first_id, last_id)
    select ${to}::uuid, world, day, change_cents, spent_cents, first_id, last_id from taken
    on conflict (account_id, world, day) do update set change_cents = d.change_cents + excluded.change_cents,
      spent_cents = d.spent_cents + excluded.spent_cents, first_id = least(d.first_id, excluded.first_id),
      last_id = greatest(d.last_id, excluded.last_id)`.execute(executor);
}

export interface LedgerProblem {
  account_id: string;
  world: World;
  problem: string;
}

const compare = (summed: RawBuilder<unknown>): RawBuilder<LedgerProblem> => sql<LedgerProblem>`
  with summed as (${summed})
  select account_id, world,
    format('wallet says %s available, %s held; ledger says %s, %s', w.available_cents, w.held_cents, s.available, s.held) as problem
  from wallets w full join summed s using (account_id, world)
  where coalesce(w.available_cents, 0) <> coalesce(s.available, 0) or coalesce(w.held_cents, 0) <> coalesce(s.held, 0)
  union all
  select account_id, world, format('orders took %s more than their batches had reserved', -reserved) from summed where reserved < 0`;

/** Everything in the ledger that does not add up, from the first transaction. Empty: sound. */
export async function auditLedger(executor: Executor): Promise<LedgerProblem[]> {
  const whole = sql`select account_id, world, ${walletSums} from ledger_transfers group by account_id, world`;
  const { rows } = await compare(whole).execute(executor);
  const drift = await sql<LedgerProblem>`
    select account_id, world, format('the kept sums say %s available, %s held in %s movements; the ledger says %s, %s in %s',
      k.available_cents, k.held_cents, k.transfers, s.available, s.held, s.transfers) as problem
    from ledger_sums k full join (
      select account_id, world, ${walletSums}, count(*) as transfers from ledger_transfers
      where not ${isNotSummed} group by account_id, world) s using (account_id, world)
    where (k.available_cents, k.held_cents, k.reserved_cents, k.transfers)
      is distinct from (s.available, s.held, s.reserved, s.transfers)`.execute(executor);
  return [...rows, ...drift.rows, ...(await auditCurrencies(executor))];
}

/** The same from the sums and newer transactions, for a page that is read often. */
export async function auditSums(executor: Executor): Promise<LedgerProblem[]> {
  const { rows } = await compare(sql`
    select account_id, world, sum(available)::bigint as available, sum(held)::bigint as held, sum(reserved)::bigint as reserved from (
      select account_id, world, available_cents as available, held_cents as held, reserved_cents as reserved from ledger_sums
      union all
      select account_id, world, ${walletSums} from (
        select * from ledger_transfers where ${isNotSummed} order by id offset 0) late group by account_id, world
    ) known group by account_id, world`).execute(executor);
  return [...rows, ...(await auditCurrencies(executor))];
}

/** Also a connection outside the pool. */
interface Client {
  query<Row extends LedgerTotal>(text: string): Promise<{ rows: Row[] }>;
}

export interface LedgerTotal {
  world: string;
  /** With its currency, if that is not US dollars. */
  kind: string;
  transfers: string;
  /** In the minor unit of that currency. */
  cents: string;
}

/** Count and sum of transfers by kind, in each currency. Equal for two copies of the ledgers. */
export async function readLedgerTotals(client: Client): Promise<LedgerTotal[]> {
  const { rows } = await client.query<LedgerTotal>(
    `select world, kind, count(*)::text as transfers, sum(amount_cents)::text as cents
    from ledger_transfers group by world, kind
    union all
    select world, currency || ' ' || kind, count(*)::text, sum(amount)::text from currency_transfers group by world, currency, kind
    order by world, kind`,
  );
  return rows.map(({ world, kind, transfers, cents }) => ({ world, kind, transfers, cents }));
}
