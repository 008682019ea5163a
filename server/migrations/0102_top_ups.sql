-- Funds that an owner adds to the wallet.
create table top_ups (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('requires_action', 'succeeded', 'failed', 'expired', 'refunded')),
  -- Live money comes from Stripe, test money from our own page.
  provider text not null check (provider in ('stripe', 'sandbox')),
  -- Stripe's checkout session and its payment. The session is created after the row is committed.
  session_id text unique,
  payment_reference text,
  pay_url text,
  return_url text,
  refunded_cents bigint not null default 0 check (refunded_cents >= 0 and refunded_cents <= amount_cents),
  -- When delayed test money arrives.
  arrives_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- The provider's last response, if it wasn't final or the amount differed.
  looks int not null default 0,
  last_answer text
);
create index top_ups_by_account on top_ups (account_id, world, created_at desc, id);
create index top_ups_open on top_ups (created_at) where status = 'requires_action';

-- Refunds. The row is written with the ledger entry; a job pays it.
create table top_up_refunds (
  id uuid primary key,
  top_up_id uuid not null references top_ups (id),
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('pending', 'completed')),
  attempt int not null default 1,
  reference text,
  last_answer text,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index top_up_refunds_by_top_up on top_up_refunds (top_up_id);
create index top_up_refunds_unpaid on top_up_refunds (created_at) where status = 'pending';
