-- What a cart would have cost, for a short while: an order may refer to it.
create table quotes (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  -- What was quoted: an order that refers to it must be the same.
  digest text not null,
  total_cents bigint not null check (total_cents >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index quotes_by_expiry on quotes (expires_at);
