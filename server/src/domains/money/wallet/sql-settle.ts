import { sql } from 'kysely';
import { type Executor, type Relation, relation } from '../../../platform/database/index.ts';
import { ledger } from './model.ts';
import { isCausedBy } from './sql.ts';
import { paidAbroadCte } from './sql-currency-orders.ts';

type Owed = 'captured' | 'fee' | 'released' | 'lost';

interface Settled {
  /** Orders that end in this statement. */
  moved: Relation<'id' | 'account_id' | 'world' | 'updated_at' | 'paid_by_card'>;
  /** What leaves the hold. */
  owed: Relation<Owed>;
}

/** SQL: the ledger account of an order's hold. */
const heldBy = (order: Settled['moved']): string =>
  `case when ${order.column('paid_by_card')} then '${ledger.cardHeld}' else '${ledger.held}' end`;

const recordedFrom = (
  from: string,
  order: Settled['moved'],
  owed: Settled['owed'],
  payee: string = ledger.retailer,
): string => `
  recorded_settlement as (
    insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
    select ${order.column('world')}, ${order.column('account_id')}, part.kind, part.debit, part.credit, part.cents, 'order',
      ${order.column('id')}, ${order.column('updated_at')}
    from ${from}, lateral (values
      ('capture', ${heldBy(order)}, '${payee}', ${owed.column('captured')}),
      ('fee', ${heldBy(order)}, '${ledger.fees}', ${owed.column('fee')}),
      ('release', ${heldBy(order)}, case when ${order.column('paid_by_card')} then '${ledger.card}' else '${ledger.available}' end,
        ${owed.column('released')}),
      ('capture', '${ledger.losses}', '${payee}', ${owed.column('lost')})
    ) as part (kind, debit, credit, cents)
    where part.cents > 0
  )`;

/**
 * CTEs for the statement that ends an order: the amounts of `owed` (one row) leave the hold of `moved` (one row). They depend on
 * `moved`, so they happen once, with the status. If a card pays, the wallet stays as it is. The wallet always exists. It is
 * written by insert and conflict, not by update: a statement that waited for a sandbox to be claimed does not see the wallet that
 * the claim created, but it does conflict with it.
 */
export const settleCtes = ({ moved, owed }: Settled, payee?: string): string => `
  unheld as (
    insert into wallets as w (account_id, world) select account_id, world from ${moved.name} where not paid_by_card
    on conflict (account_id, world) do update set
      held_cents = w.held_cents - (select captured + fee + released from ${owed.name}),
      available_cents = w.available_cents + (select released from ${owed.name})
  ),
  ${recordedFrom(`${moved.name}, ${owed.name}`, moved, owed, payee)}`;

/** The same for a store in another currency: the capture is exchanged and pays the store in its currency. */
export const settleExchangedCtes = (
  settled: Settled & { moved: Relation<'id' | 'account_id' | 'world' | 'updated_at' | 'paid_by_card' | 'exchange'> },
  charged: string,
): string => `${settleCtes(settled, ledger.exchange)},${paidAbroadCte(settled.moved, charged)}`;

/**
 * The same for all rows of `moved`, with amounts in `owed` by ID. A wallet is written once, however many of its orders end, and
 * wallets are locked in the usual order.
 */
export const settleManyCtes = ({ moved, owed }: Settled & { owed: Relation<Owed | 'id'> }): string => {
  const dues = relation<Owed | 'id' | 'account_id' | 'world' | 'updated_at' | 'paid_by_card'>('dues');
  return `
  dues as (
    select ${moved.column('id')}, account_id, world, updated_at, paid_by_card, captured, fee, released, lost
    from ${moved.name} join ${owed.name} using (id)
  ),
  unheld as (
    insert into wallets as w (account_id, world)
    select distinct account_id, world from dues where not paid_by_card order by account_id, world
    on conflict (account_id, world) do update set
      held_cents = w.held_cents - (
        select sum(captured + fee + released) from dues where dues.account_id = w.account_id and dues.world = w.world and not paid_by_card),
      available_cents = w.available_cents + (
        select sum(released) from dues where dues.account_id = w.account_id and dues.world = w.world and not paid_by_card)
  ),
  ${recordedFrom('dues', dues, dues)}`;
};

/** What an order's card owes after the order ended: 0 if nothing was bought, null while the order is open. */
export async function findCardDue(executor: Executor, orderId: string): Promise<number | null> {
  const { rows } = await sql<{ due: number | null }>`
    select sum(case when kind in ('capture', 'fee') then amount_cents else 0 end)::bigint as due
    from ledger_transfers where ${isCausedBy(orderId)} and cause = 'order' and debit = ${ledger.cardHeld}`.execute(
    executor,
  );
  return rows[0]?.due ?? null;
}
