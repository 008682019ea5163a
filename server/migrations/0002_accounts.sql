-- Accounts own everything else. A provisional sandbox is an account without a person.
create table accounts (
  id uuid primary key,
  email text unique,
  created_at timestamptz not null
);

-- Keys are stored only as a SHA-256 hash. `world` limits what a key can see and change.
create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  hash bytea not null unique,
  label text not null,
  hint text not null,
  -- A provisional sandbox's key expires this many days after its last use. Null: never.
  idle_days int,
  -- An order-scoped key works for this order only.
  order_id uuid,
  spend_per_day_cents bigint check (spend_per_day_cents >= 0),
  spend_per_order_cents bigint check (spend_per_order_cents >= 0),
  allowed_retailers text[],
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_account on api_keys (account_id, created_at desc);

-- What a limited key has spent per day (UTC).
create table key_spend (
  api_key_id uuid not null references api_keys (id),
  day date not null,
  cents bigint not null check (cents >= 0),
  primary key (api_key_id, day)
);

-- A sandbox created without a person, and the token for claiming it.
create table sandboxes (
  account_id uuid primary key references accounts (id),
  claim_token_hash bytea not null unique,
  claimer_email text,
  created_at timestamptz not null,
  claimed_at timestamptz
);

-- The claim record of the account that claimed a sandbox.
create table sandbox_claims (
  sandbox_account_id uuid primary key references sandboxes (account_id),
  account_id uuid not null references accounts (id),
  claimed_by_email text not null,
  orders_moved int not null,
  keys_moved int not null,
  claimed_at timestamptz not null
);
create index sandbox_claims_by_account on sandbox_claims (account_id, claimed_at desc);

-- Daily counters of new sandbox keys: one row per address bucket, and one for all of them ('all').
create table sandbox_mints (
  day date not null,
  bucket text not null,
  count int not null,
  primary key (day, bucket)
);

-- Stored responses to requests with an Idempotency-Key. An order's row lives as long as the order.
create table idempotency_keys (
  account_id uuid not null,
  world text not null,
  operation text not null,
  key text not null,
  body_hash bytea not null,
  status int not null,
  answer text not null,
  resource text not null,
  resource_id uuid not null,
  created_at timestamptz not null,
  primary key (account_id, world, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at) where resource <> 'order';

-- Token buckets, shared by all processes. Unlogged: losing them in a crash only resets the limits.
create unlogged table rate_buckets (
  bucket text primary key,
  tokens double precision not null,
  granted double precision not null,
  updated_at timestamptz not null
);
create index rate_buckets_by_age on rate_buckets (updated_at);
