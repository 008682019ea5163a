-- Credit that an agent bought with one charge and that later data calls draw on. Each has an account of its own, whose wallet is the
-- purse; the payment is what the rest goes back to. Whoever knows the secret may spend it, so only its hash is kept.
create table agent_credits (
  id uuid primary key,
  payment_id uuid not null unique references agent_payments (id),
  account_id uuid not null unique references accounts (id),
  world text not null check (world in ('test', 'live')),
  secret_hash bytea not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- From here on nothing is drawn, and the rest is on its way back.
  closed_at timestamptz
);
