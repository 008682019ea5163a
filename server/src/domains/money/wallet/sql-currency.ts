import { sql } from 'kysely';
import type { Page } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor, Row } from '../../../platform/database/index.ts';
import { ledger } from './model.ts';
import type { NewTransfer, TransferRow } from './transfers.ts';

/** Wallets in other currencies. Amounts in different currencies are never added. */

export type CurrencyWalletRow = Row<'currency_wallets', 'currency' | 'available' | 'held'>;

interface Owner {
  accountId: string;
  world: World;
}

interface CurrencyOwner extends Owner {
  currency: string;
}

const own = ({ accountId, world, currency }: CurrencyOwner) =>
  sql`account_id = ${accountId} and world = ${world} and currency = ${currency}`;

export async function listCurrencyWallets(executor: Executor, owner: Owner): Promise<CurrencyWalletRow[]> {
  const { rows } = await sql<CurrencyWalletRow>`
    select currency, available, held from currency_wallets
    where account_id = ${owner.accountId} and world = ${owner.world} order by currency`.execute(executor);
  return rows;
}

export async function findCurrencyWallet(executor: Executor, owner: CurrencyOwner): Promise<CurrencyWalletRow | null> {
  const { rows } = await sql<CurrencyWalletRow>`
    select currency, available, held from currency_wallets where ${own(owner)}`.execute(executor);
  return rows[0] ?? null;
}

/** False if it already exists. */
export async function openCurrencyWallet(executor: Executor, owner: CurrencyOwner, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into currency_wallets (account_id, world, currency, created_at)
    values (${owner.accountId}, ${owner.world}, ${owner.currency}, ${now}) on conflict do nothing returning currency`.execute(
    executor,
  );
  return rows.length === 1;
}

export interface NewCurrencyTransfer extends NewTransfer {
  currency: string;
  /** Its value in US cents; null if it has none, or if US dollars moved too. 0: it was worth less than half a US cent. */
  usCents: number | null;
}

const isRecorded = async (executor: Executor, move: NewCurrencyTransfer): Promise<boolean> => {
  const { rows } = await sql`
    select from currency_transfers where cause_id = ${move.causeId} and kind = ${move.kind} and debit = ${move.debit}
      and credit = ${move.credit} and currency = ${move.currency}`.execute(executor);
  return rows.length > 0;
};

/** Moves and records money in one statement. False if it was recorded before. */
export async function transferCurrency(executor: Executor, move: NewCurrencyTransfer): Promise<boolean> {
  const change = (name: string) => (move.credit === name ? move.cents : 0) - (move.debit === name ? move.cents : 0);
  const isOfWallet = [move.debit, move.credit].some((name) => name === ledger.available || name === ledger.held);
  const { rows } = await sql`
    with recorded as (
      insert into currency_transfers (world, account_id, currency, kind, debit, credit, amount, us_cents, cause, cause_id, note, created_at)
      values (${move.world}, ${move.accountId}, ${move.currency}, ${move.kind}, ${move.debit}, ${move.credit}, ${move.cents},
              ${move.usCents}, ${move.cause}, ${move.causeId}, ${move.note}, ${move.at})
      on conflict do nothing
      returning account_id, world, currency, created_at
    ),
    moved as (
      insert into currency_wallets as w (account_id, world, currency, available, held, created_at)
      select account_id, world, currency, ${change(ledger.available)}::bigint, ${change(ledger.held)}::bigint, created_at
      from recorded where ${isOfWallet}
      on conflict (account_id, world, currency) do update set
        available = w.available + excluded.available, held = w.held + excluded.held
    )
    select from recorded`.execute(executor);
  if (rows.length === 0 && !(await isRecorded(executor, move)))
    throw new Error(
      `The ledger rejected the ${move.kind} for ${move.causeId} as a duplicate, but has no such transfer.`,
    );
  return rows.length === 1;
}

/** Takes what is available off a wallet, up to `most`, and records it; null if there was nothing. */
export async function debitCurrency(
  executor: Executor,
  move: Omit<NewCurrencyTransfer, 'debit' | 'cents' | 'note' | 'usCents'> & { most: number; note?: string },
): Promise<number | null> {
  const { rows } = await sql<{ amount: number }>`
    with full_one as (
      select account_id, world, currency, least(available, ${move.most}::bigint) as amount from currency_wallets
      where ${own(move)} and available > 0 and ${move.most}::bigint > 0 for update
    ),
    drained as (
      update currency_wallets w set available = w.available - full_one.amount from full_one
      where w.account_id = full_one.account_id and w.world = full_one.world and w.currency = full_one.currency
    ),
    recorded as (
      insert into currency_transfers (world, account_id, currency, kind, debit, credit, amount, cause, cause_id, note, created_at)
      select world, account_id, currency, ${move.kind}, ${ledger.available}, ${move.credit}, amount, ${move.cause},
        ${move.causeId}::uuid, ${move.note ?? null}::text, ${move.at}::timestamptz
      from full_one
    )
    select amount from full_one`.execute(executor);
  return rows[0]?.amount ?? null;
}

const changeOf = sql`((credit like 'wallet.%')::int - (debit like 'wallet.%')::int) * amount`;
const isOfWallet = sql`(debit like 'wallet.%' or credit like 'wallet.%')`;
const columns = sql`id, kind, debit, credit, amount as amount_cents, cause, cause_id, note, created_at`;

/** Transactions of a wallet, newest first, each with its balance. */
export async function listCurrencyTransfers(
  executor: Executor,
  owner: CurrencyOwner,
  page: Page & { after?: string | undefined },
) {
  const { rows } = await sql<TransferRow & { balance_cents: number; total: number }>`
    select * from (
      select ${columns}, sum(${changeOf}) over (order by id)::bigint as balance_cents, count(*) over () as total
      from currency_transfers where ${own(owner)} and ${isOfWallet}) moved
    where ${page.after ?? null}::bigint is null or id < ${page.after ?? null}::bigint
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(executor);
  return { rows, total: rows[0]?.total ?? 0 };
}

export async function listCurrencyMonths(executor: Executor, owner: CurrencyOwner): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(created_at at time zone 'UTC', 'YYYY-MM') as month
    from currency_transfers where ${own(owner)} and ${isOfWallet} order by 1 desc`.execute(executor);
  return rows.map(({ month }) => month);
}

export async function currencyBalanceBefore(executor: Executor, owner: CurrencyOwner, before: Date): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(${changeOf}), 0)::bigint as amount
    from currency_transfers where ${own(owner)} and created_at < ${before}`.execute(executor);
  return rows[0]?.amount ?? 0;
}

export async function listCurrencyMoves(executor: Executor, owner: CurrencyOwner, from: Date, until: Date) {
  const { rows } = await sql<TransferRow>`
    select ${columns} from currency_transfers
    where ${own(owner)} and ${isOfWallet} and created_at >= ${from} and created_at < ${until}
    order by created_at, id`.execute(executor);
  return rows;
}

/** Moves the wallets and their history to another account, in the caller's transaction. */
export async function mergeCurrencyWallets(executor: Executor, from: string, to: string, world: World): Promise<void> {
  await sql`
    with taken as (
      delete from currency_wallets where account_id = ${from} and world = ${world} returning currency, available, held, created_at
    )
    insert into currency_wallets as w (account_id, world, currency, available, held, created_at)
    select ${to}, ${world}, currency, available, held, created_at from taken
    on conflict (account_id, world, currency) do update set
      available = w.available + excluded.available, held = w.held + excluded.held`.execute(executor);
  await sql`update currency_transfers set account_id = ${to} where account_id = ${from} and world = ${world}`.execute(
    executor,
  );
}

/** Wallets that differ from their transactions, and conversions that only one ledger has. */
export async function auditCurrencies(executor: Executor) {
  const { rows } = await sql<{ account_id: string; world: World; problem: string }>`
    with summed as (
      select account_id, world, currency,
        sum(((credit = ${ledger.available})::int - (debit = ${ledger.available})::int) * amount)::bigint as available,
        sum(((credit in (${ledger.held}, ${ledger.reserved}))::int - (debit in (${ledger.held}, ${ledger.reserved}))::int) * amount)::bigint as held,
        sum(((credit = ${ledger.reserved})::int - (debit = ${ledger.reserved})::int) * amount)::bigint as reserved
      from currency_transfers group by account_id, world, currency
    )
    select account_id, world, format('%s wallet says %s available, %s held; ledger says %s, %s', currency,
      w.available, w.held, s.available, s.held) as problem
    from currency_wallets w full join summed s using (account_id, world, currency)
    where coalesce(w.available, 0) <> coalesce(s.available, 0) or coalesce(w.held, 0) <> coalesce(s.held, 0)
    union all
    select account_id, world, format('orders took %s %s more than their batches had reserved', -reserved, currency)
    from summed where reserved < 0
    union all
    select account_id, world, format('the conversion of %s in %s has no counterpart in US dollars', cause_id, currency)
    from currency_transfers t
    where ${ledger.exchange} in (debit, credit) and us_cents is distinct from 0 and not exists (
      select from ledger_transfers u where cause_key(u.cause_id) = cause_key(t.cause_id) and u.cause_id = t.cause_id
        and ${ledger.exchange} in (u.debit, u.credit))`.execute(executor);
  return rows;
}

/** SQL: what orders paid from such wallets cost on each day, in US cents at their rates. */
export const spentAbroad = (owner: Owner) => sql`
  select (created_at at time zone 'UTC')::date as day,
    case when kind in ('capture', 'fee') then us_cents else -us_cents end as cents
  from currency_transfers where account_id = ${owner.accountId} and world = ${owner.world} and us_cents is not null`;
