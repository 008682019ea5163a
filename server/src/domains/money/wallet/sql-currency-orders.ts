import { sql } from 'kysely';
import type { Executor, Relation } from '../../../platform/database/index.ts';
import { ledger } from './model.ts';
import { type BatchHold, reserveDollars } from './sql.ts';

/** New orders paid from the wallet in their store's currency. `exchange` has the amounts. */
type Fresh = Relation<'ord' | 'id' | 'account_id' | 'world' | 'exchange' | 'created_at'>;

/** Like holdCtes, for wallets in the stores' currencies. */
export const holdCurrencyCtes = (fresh: Fresh): string => `
  locked as (
    select account_id, world, currency, available from currency_wallets
    where (account_id, world, currency) in (select account_id, world, exchange ->> 'wallet' from ${fresh.name})
    order by account_id, world, currency for update
  ),
  asked as (
    select ${fresh.name}.*, ${currencyHoldOf(fresh)} as due_cents, coalesce(locked.available, 0) as available_cents,
      sum(${currencyHoldOf(fresh)}) over (
        partition by ${fresh.column('account_id')}, ${fresh.column('world')}, ${fresh.column('exchange')} ->> 'wallet'
        order by ${fresh.column('ord')}) as running
    from ${fresh.name} left join locked on locked.account_id = ${fresh.column('account_id')}
      and locked.world = ${fresh.column('world')} and locked.currency = ${fresh.column('exchange')} ->> 'wallet'
  ),
  accepted as (select * from asked where running <= available_cents),
  debited as (
    update currency_wallets w set available = w.available - due.amount, held = w.held + due.amount
    from (select account_id, world, exchange ->> 'wallet' as currency, sum(due_cents)::bigint as amount
      from accepted group by 1, 2, 3) due
    where w.account_id = due.account_id and w.world = due.world and w.currency = due.currency
  ),
  recorded_holds as (
    insert into currency_transfers (world, account_id, currency, kind, debit, credit, amount, cause, cause_id, created_at)
    select world, account_id, exchange ->> 'wallet', 'hold', '${ledger.available}', '${ledger.held}', due_cents, 'order', id, created_at
    from accepted
  )`;

/** Like drawCtes, for wallets in the stores' currencies. */
export const drawCurrencyCtes = (fresh: Fresh): string => `
  asked as (select ${fresh.name}.*, ${currencyHoldOf(fresh)} as due_cents, 0::bigint as available_cents from ${fresh.name}),
  accepted as (select * from asked),
  recorded_holds as (
    insert into currency_transfers (world, account_id, currency, kind, debit, credit, amount, cause, cause_id, created_at)
    select world, account_id, exchange ->> 'wallet', 'hold', '${ledger.reserved}', '${ledger.held}', due_cents, 'order', id, created_at
    from accepted
  )`;

/**
 * Puts the money of a whole batch on hold in one wallet, all or nothing. False if the wallet does not cover it. The batch's row is
 * new in the caller's transaction, so this happens once.
 */
export async function reserveFunds(executor: Executor, batch: BatchHold & { currency: string }): Promise<boolean> {
  if (batch.currency === 'USD') return reserveDollars(executor, batch);
  const { rows } = await sql`
    with debited as (
      update currency_wallets set available = available - ${batch.amount}, held = held + ${batch.amount}
      where account_id = ${batch.accountId} and world = ${batch.world} and currency = ${batch.currency}
        and available >= ${batch.amount}
      returning account_id, world, currency
    )
    insert into currency_transfers (world, account_id, currency, kind, debit, credit, amount, cause, cause_id, created_at)
    select world, account_id, currency, 'hold', ${ledger.available}, ${ledger.reserved}, ${batch.amount}, 'batch',
      ${batch.id}::uuid, ${batch.at}
    from debited returning id`.execute(executor);
  return rows.length === 1;
}

/** SQL: an order's hold on the wallet in its store's currency. */
const currencyHoldOf = (order: Relation<'exchange'>): string =>
  `((${order.column('exchange')} ->> 'hold')::bigint + (${order.column('exchange')} ->> 'fee')::bigint)`;

/** Orders that end in this statement, paid from the wallet in their store's currency. */
type Moved = Relation<'id' | 'account_id' | 'world' | 'updated_at' | 'exchange'>;

/** CTE `owed`: nothing was bought, so the whole hold is released. */
export const releaseCurrencyCte = (moved: Moved): string =>
  `owed as (select 0::bigint as captured, 0::bigint as fee, ${currencyHoldOf(moved)} as released, 0::bigint as lost from ${moved.name})`;

/** Like settleCtes, for the wallet in the store's currency. `owed` is in that currency; `inUsCents` says what counts as spent. */
export const settleCurrencyCtes = (
  moved: Moved,
  owed: Relation<'captured' | 'fee' | 'released' | 'lost'>,
  inUsCents: { captured: string; fee: string } = { captured: 'null', fee: 'null' },
): string => `
  unheld as (
    insert into currency_wallets as w (account_id, world, currency, created_at)
    select account_id, world, exchange ->> 'wallet', updated_at from ${moved.name}
    on conflict (account_id, world, currency) do update set
      held = w.held - (select captured + fee + released from ${owed.name}),
      available = w.available + (select released from ${owed.name})
  ),
  recorded_settlement as (
    insert into currency_transfers (world, account_id, currency, kind, debit, credit, amount, us_cents, cause, cause_id, created_at)
    select world, account_id, exchange ->> 'wallet', part.kind, part.debit, part.credit, part.amount, part.us_cents, 'order', id, updated_at
    from ${moved.name}, ${owed.name}, lateral (values
      ('capture', '${ledger.held}', '${ledger.retailer}', captured, ${inUsCents.captured}::bigint),
      ('fee', '${ledger.held}', '${ledger.fees}', fee, ${inUsCents.fee}::bigint),
      ('release', '${ledger.held}', '${ledger.available}', released, null),
      ('capture', '${ledger.losses}', '${ledger.retailer}', lost, null)
    ) as part (kind, debit, credit, amount, us_cents)
    where part.amount > 0
  )`;

/** CTE: pays the store in its currency for an order that US dollars paid for. */
export const paidAbroadCte = (moved: Moved, amount: string): string => `
  paid_abroad as (
    insert into currency_transfers (world, account_id, currency, kind, debit, credit, amount, cause, cause_id, created_at)
    select world, account_id, exchange ->> 'currency', 'capture', '${ledger.exchange}', '${ledger.retailer}', ${amount}, 'order', id, updated_at
    from ${moved.name} where ${amount} > 0
  )`;
