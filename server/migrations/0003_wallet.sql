-- A customer's two ledger accounts, in one row so that a hold is a single-row update.
create table wallets (
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  available_cents bigint not null default 0 check (available_cents >= 0),
  held_cents bigint not null default 0 check (held_cents >= 0),
  primary key (account_id, world)
);

-- Each transfer is one row that names both sides, so an entry can't be written without its counterpart.
create table ledger_transfers (
  id bigint generated always as identity primary key,
  world text not null check (world in ('test', 'live')),
  account_id uuid not null references accounts (id),
  kind text not null check (kind in ('fund', 'hold', 'release', 'capture', 'fee', 'refund', 'refund_fee', 'credit')),
  debit text not null,
  credit text not null,
  amount_cents bigint not null check (amount_cents > 0),
  cause text not null check (cause in ('order', 'return', 'operator', 'payment', 'sandbox')),
  cause_id uuid not null,
  note text,
  created_at timestamptz not null,
  check (debit <> credit),
  -- Each transfer happens exactly once per cause.
  unique (cause_id, kind, debit, credit)
);
create index ledger_transfers_by_account on ledger_transfers (account_id, world, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger ledger_is_append_only before delete or update of world, kind, debit, credit, amount_cents, cause, cause_id, created_at
  on ledger_transfers for each row execute function refuse_change();
