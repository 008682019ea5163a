-- The overview sums recent spending on every visit, so this index has only transfers that cost or refund something.
create index ledger_transfers_spent on ledger_transfers (account_id, world, created_at)
  where kind in ('capture', 'fee', 'refund', 'refund_fee', 'credit');

-- Packages that won't arrive are few, and often queried.
create index shipments_lost on shipments (order_id) where status = 'undeliverable';

-- In the sandbox, orders can be held before purchase. A row takes precedence over the account's switch.
create table sandbox_holds (
  order_id uuid primary key references orders (id) on delete cascade,
  state text not null check (state in ('held', 'running')),
  changed_at timestamptz not null
);

-- The account's switch: every sandbox order created after it was turned on is held.
create table sandbox_hold_switches (
  account_id uuid primary key references accounts (id) on delete cascade,
  since timestamptz not null
);

alter table orders drop constraint orders_waiting_for_check,
  add constraint orders_waiting_for_check
    check (waiting_for in ('account', 'code', 'retailer', 'action', 'policy', 'hold'));
