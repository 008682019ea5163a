-- How far ahead calls under a store's rate limit are scheduled, by the database's clock. All processes share a quota,
-- and so do all stores that use the same account.
create table call_quotas (
  quota text primary key,
  -- When the store's bucket would be full again without new calls.
  full_at timestamptz not null,
  -- The rate that the store asked for, if it is slower than the configured one.
  interval_ms double precision
);

-- An order's place in a rate limit's queue, kept while no process runs the order.
create table call_turns (
  quota text not null references call_quotas (quota) on delete cascade,
  holder text not null,
  at timestamptz not null,
  primary key (quota, holder)
);

-- A store's short-lived access token, renewed by one process for all of them.
create table store_tokens (
  store text primary key references stores (name) on delete cascade,
  -- The store's revision at the time. Changed credentials need a new token.
  revision bigint not null,
  token_sealed bytea,
  token_digest bytea,
  expires_at timestamptz,
  renewing_until timestamptz
);
