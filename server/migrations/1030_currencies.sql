-- Wallets and transfers in currencies other than US dollars, in minor units (ISO 4217). US dollars stay in wallets and
-- ledger_transfers. A transfer has one currency, so currencies are never mixed.
create table currency_wallets (
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  available bigint not null default 0 check (available >= 0),
  held bigint not null default 0 check (held >= 0),
  created_at timestamptz not null,
  primary key (account_id, world, currency)
);

create table currency_transfers (
  id bigint generated always as identity primary key,
  world text not null check (world in ('test', 'live')),
  account_id uuid not null references accounts (id),
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  kind text not null check (kind in ('fund', 'hold', 'release', 'capture', 'fee', 'refund', 'refund_fee', 'credit', 'debit')),
  debit text not null,
  credit text not null,
  amount bigint not null check (amount > 0),
  -- What a transfer for an order counts toward limits and totals, at the order's rate. Null: US dollars were
  -- transferred too.
  us_cents bigint,
  cause text not null check (cause in ('order', 'return', 'operator', 'payment', 'sandbox', 'batch', 'cancellation')),
  cause_id uuid not null,
  note text,
  created_at timestamptz not null,
  check (debit <> credit),
  -- Each transfer happens exactly once per cause.
  unique (cause_id, kind, debit, credit, currency)
);
create index currency_transfers_by_wallet on currency_transfers (account_id, world, currency, id desc);

create trigger currency_ledger_is_append_only
  before delete or update of world, currency, kind, debit, credit, amount, cause, cause_id, created_at
  on currency_transfers for each row execute function refuse_change();
create trigger currency_ledger_is_never_emptied before truncate on currency_transfers
  for each statement execute function refuse_change();
create constraint trigger currency_ledger_moves_with_claims after update of account_id on currency_transfers
  deferrable initially deferred for each row execute function refuse_move();

-- The store's and the wallet's currency, the rate, and the amounts in the store's currency. Null: everything is in US
-- dollars.
alter table orders add column if not exists exchange jsonb;
alter table quotes add column if not exists exchange jsonb;
alter table top_ups add column if not exists currency text not null default 'USD';
