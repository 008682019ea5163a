-- Agent payments, one row per used challenge. The unique challenge makes a credential work only once.
create table agent_payments (
  id uuid primary key,
  challenge_id text not null unique,
  method text not null,
  world text not null check (world in ('test', 'live')),
  amount_cents bigint not null check (amount_cents > 0),
  -- claimed: committed before the charge. settled: paid, and what was paid for exists. abandoned: the charge or what
  -- was paid for is unknown, and the money is refunded. declined: nothing was charged.
  status text not null check (status in ('claimed', 'settled', 'abandoned', 'declined')),
  -- The payer's credential, encrypted, kept while the charge may have to be checked again.
  proof bytea,
  -- The payment method's ID for the charge.
  reference text,
  -- The first request's Idempotency-Key and its response, for a client that lost the response.
  idempotency_key text,
  answer text,
  -- The order's key from that response, encrypted.
  order_key bytea,
  -- Each order has its own account and wallet. Data calls have neither.
  account_id uuid references accounts (id) deferrable initially deferred,
  order_id uuid unique,
  claimed_at timestamptz not null,
  settled_at timestamptz
);
create index agent_payments_of_calls on agent_payments (claimed_at) where order_id is null;

-- Refunds to the payer. The row is written with the ledger entry; a job pays it.
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

-- The secret that challenges are signed with, encrypted. All processes share it, and it survives restarts.
create table agent_secrets (
  name text primary key,
  sealed bytea not null
);

-- Owns the ledger entries of paid data calls.
insert into accounts (id, email, created_at) values ('a6e27000-0000-4000-8000-000000000001', null, now());

-- An order's payment, maintained by the agent slice so that an order is read as one row.
alter table orders add column payment jsonb;
