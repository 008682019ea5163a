-- What was spent lately is summed on every visit of the overview: only the movements that cost or give back something.
create index ledger_transfers_spent on ledger_transfers (account_id, world, created_at)
  where kind in ('capture', 'fee', 'refund', 'refund_fee', 'credit');

-- Parcels that will not arrive are few and looked for often.
create index shipments_lost on shipments (order_id) where status = 'undeliverable';

-- In the sandbox an order can be kept from being bought until somebody lets it go on. A row says more than the account's
-- own switch.
create table sandbox_holds (
  order_id uuid primary key references orders (id) on delete cascade,
  state text not null check (state in ('held', 'running')),
  changed_at timestamptz not null
);

-- The switch of an account: every sandbox order that is made after it was turned on waits.
create table sandbox_hold_switches (
  account_id uuid primary key references accounts (id) on delete cascade,
  since timestamptz not null
);

alter table orders drop constraint orders_waiting_for_check,
  add constraint orders_waiting_for_check
    check (waiting_for in ('account', 'code', 'retailer', 'action', 'policy', 'hold'));
