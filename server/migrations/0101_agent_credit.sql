-- Prepaid credit that an agent bought with one charge and spends on data calls. Each credit has its own account and
-- wallet, and the rest is refunded to the payment. Anyone who has the secret can spend it, so only its hash is stored.
create table agent_credits (
  id uuid primary key,
  payment_id uuid not null unique references agent_payments (id),
  account_id uuid not null unique references accounts (id),
  world text not null check (world in ('test', 'live')),
  secret_hash bytea not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- From then on nothing can be spent, and the rest is refunded.
  closed_at timestamptz
);
