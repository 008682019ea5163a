-- Payments of agents, one row per used challenge: the unique challenge is what makes a credential good for one use.
create table agent_payments (
  id uuid primary key,
  challenge_id text not null unique,
  method text not null,
  world text not null check (world in ('test', 'live')),
  amount_cents bigint not null check (amount_cents > 0),
  -- claimed: about to be charged outside, committed before the charge; settled: paid, and what was paid for exists;
  -- abandoned: the charge or what was paid for is in doubt and the money goes back; declined: nothing was taken.
  status text not null check (status in ('claimed', 'settled', 'abandoned', 'declined')),
  -- What the payer sent to pay with, sealed, while the charge may have to be looked into again.
  proof bytea,
  -- The payment method's own name for the charge.
  reference text,
  -- The first request's Idempotency-Key and its answer, for a client that lost it.
  idempotency_key text,
  answer text,
  -- The order's key as part of that answer, sealed.
  order_key bytea,
  -- Each order has an account of its own, so that its wallet is the order's purse. Data calls have neither.
  account_id uuid references accounts (id) deferrable initially deferred,
  order_id uuid unique,
  claimed_at timestamptz not null,
  settled_at timestamptz
);
create index agent_payments_of_calls on agent_payments (claimed_at) where order_id is null;

-- What goes back to the payer. The row is written with the ledger entry; a job pays it out.
create table agent_refunds (
  id uuid primary key,
  payment_id uuid not null references agent_payments (id),
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('pending', 'completed')),
  reference text,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index agent_refunds_by_payment on agent_refunds (payment_id, created_at, id);

-- The secret that challenges are bound with, sealed: every process shares it, and it outlives restarts.
create table agent_secrets (
  name text primary key,
  sealed bytea not null
);

-- Owns the ledger entries of paid data calls.
insert into accounts (id, email, created_at) values ('a6e27000-0000-4000-8000-000000000001', null, now());

-- What an order tells about its payment, kept here by the agent slice so that reading an order is one row.
alter table orders add column payment jsonb;
