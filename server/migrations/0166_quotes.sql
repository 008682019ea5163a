-- Quotes: what a cart costs, valid for a short time. An order can refer to one.
create table quotes (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  -- What was quoted. An order that refers to it must match.
  digest text not null,
  total_cents bigint not null check (total_cents >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index quotes_by_expiry on quotes (expires_at);
