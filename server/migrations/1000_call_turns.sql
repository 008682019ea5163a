-- How far ahead the calls of one limit of a store are planned, by the database's clock. A quota is shared by all processes, and by
-- all stores that buy with the same account.
create table call_quotas (
  quota text primary key,
  -- When the bucket of the store would be full again if nobody joined the queue any more.
  full_at timestamptz not null,
  -- The pace that the store asked for, where it is slower than the configured one.
  interval_ms double precision
);

-- The place of an order in the queue of a limit. It is kept while the order waits for its turn outside of any process.
create table call_turns (
  quota text not null references call_quotas (quota) on delete cascade,
  holder text not null,
  at timestamptz not null,
  primary key (quota, holder)
);

-- A short-lived access token of a store, renewed by one process for all of them.
create table store_tokens (
  store text primary key references stores (name) on delete cascade,
  -- The revision of the store that it was made with: other credentials need another token.
  revision bigint not null,
  token_sealed bytea,
  token_digest bytea,
  expires_at timestamptz,
  renewing_until timestamptz
);
