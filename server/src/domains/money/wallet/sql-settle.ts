import { ledger } from './model.ts';

/**
 * CTEs for the statements that end an order: for the row in `moved` (id, account_id, world), the amounts in `owed`
 * (captured, fee, released, lost) leave the hold. They hang on `moved`, so they happen exactly once, with the status.
 * The wallet is always there. It is reached by its conflict and not by an update, because a statement that waited for
 * a sandbox to be claimed does not see the wallet that the claim made, but it does run into it.
 */
export const settleCtes = `
  unheld as (
    insert into wallets as w (account_id, world) select account_id, world from moved
    on conflict (account_id, world) do update set
      held_cents = w.held_cents - (select captured + fee + released from owed),
      available_cents = w.available_cents + (select released from owed)
  ),
  recorded_settlement as (
    insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
    select moved.world, moved.account_id, part.kind, part.debit, part.credit, part.cents, 'order', moved.id, moved.updated_at
    from moved, owed, lateral (values
      ('capture', '${ledger.held}', '${ledger.retailer}', owed.captured),
      ('fee', '${ledger.held}', '${ledger.fees}', owed.fee),
      ('release', '${ledger.held}', '${ledger.available}', owed.released),
      ('capture', '${ledger.losses}', '${ledger.retailer}', owed.lost)
    ) as part (kind, debit, credit, cents)
    where part.cents > 0
  )`;

/**
 * The same for the rows of `moved` together, whose amounts are in `owed` by id. A wallet is written once, however many of its orders
 * end, and wallets are locked in the order that everything locks them in.
 */
export const settleManyCtes = `
  dues as (select moved.id, account_id, world, updated_at, captured, fee, released, lost from moved join owed using (id)),
  unheld as (
    insert into wallets as w (account_id, world)
    select distinct account_id, world from dues order by account_id, world
    on conflict (account_id, world) do update set
      held_cents = w.held_cents - (
        select sum(captured + fee + released) from dues where dues.account_id = w.account_id and dues.world = w.world),
      available_cents = w.available_cents + (
        select sum(released) from dues where dues.account_id = w.account_id and dues.world = w.world)
  ),
  recorded_settlement as (
    insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
    select dues.world, dues.account_id, part.kind, part.debit, part.credit, part.cents, 'order', dues.id, dues.updated_at
    from dues, lateral (values
      ('capture', '${ledger.held}', '${ledger.retailer}', dues.captured),
      ('fee', '${ledger.held}', '${ledger.fees}', dues.fee),
      ('release', '${ledger.held}', '${ledger.available}', dues.released),
      ('capture', '${ledger.losses}', '${ledger.retailer}', dues.lost)
    ) as part (kind, debit, credit, cents)
    where part.cents > 0
  )`;
