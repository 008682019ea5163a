import { type Relation, relation } from '../../../platform/database/index.ts';
import { ledger } from './model.ts';

type Owed = 'captured' | 'fee' | 'released' | 'lost';

interface Settled {
  /** The orders that ended in this statement. */
  moved: Relation<'id' | 'account_id' | 'world' | 'updated_at'>;
  /** What leaves the hold. */
  owed: Relation<Owed>;
}

const recordedFrom = (from: string, order: Settled['moved'], owed: Settled['owed']): string => `
  recorded_settlement as (
    insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
    select ${order.column('world')}, ${order.column('account_id')}, part.kind, part.debit, part.credit, part.cents, 'order',
      ${order.column('id')}, ${order.column('updated_at')}
    from ${from}, lateral (values
      ('capture', '${ledger.held}', '${ledger.retailer}', ${owed.column('captured')}),
      ('fee', '${ledger.held}', '${ledger.fees}', ${owed.column('fee')}),
      ('release', '${ledger.held}', '${ledger.available}', ${owed.column('released')}),
      ('capture', '${ledger.losses}', '${ledger.retailer}', ${owed.column('lost')})
    ) as part (kind, debit, credit, cents)
    where part.cents > 0
  )`;

/**
 * CTEs for the statement that ends an order: the amounts of the one row of `owed` leave the hold of the one row of `moved`. They hang
 * on `moved`, so they happen exactly once, with the status. The wallet is always there. It is reached by its conflict and not by an
 * update, because a statement that waited for a sandbox to be claimed does not see the wallet that the claim made, but it does run into it.
 */
export const settleCtes = ({ moved, owed }: Settled): string => `
  unheld as (
    insert into wallets as w (account_id, world) select account_id, world from ${moved.name}
    on conflict (account_id, world) do update set
      held_cents = w.held_cents - (select captured + fee + released from ${owed.name}),
      available_cents = w.available_cents + (select released from ${owed.name})
  ),
  ${recordedFrom(`${moved.name}, ${owed.name}`, moved, owed)}`;

/**
 * The same for the rows of `moved` together, whose amounts are in `owed` by id. A wallet is written once, however many of its orders
 * end, and wallets are locked in the order that everything locks them in.
 */
export const settleManyCtes = ({ moved, owed }: Settled & { owed: Relation<Owed | 'id'> }): string => {
  const dues = relation<Owed | 'id' | 'account_id' | 'world' | 'updated_at'>('dues');
  return `
  dues as (
    select ${moved.column('id')}, account_id, world, updated_at, captured, fee, released, lost
    from ${moved.name} join ${owed.name} using (id)
  ),
  unheld as (
    insert into wallets as w (account_id, world)
    select distinct account_id, world from dues order by account_id, world
    on conflict (account_id, world) do update set
      held_cents = w.held_cents - (
        select sum(captured + fee + released) from dues where dues.account_id = w.account_id and dues.world = w.world),
      available_cents = w.available_cents + (
        select sum(released) from dues where dues.account_id = w.account_id and dues.world = w.world)
  ),
  ${recordedFrom('dues', dues, dues)}`;
};
