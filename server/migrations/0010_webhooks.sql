-- Deliveries to endpoints: one row per message and URL, written in the transaction that made the change.
create table webhook_deliveries (
  -- The endpoint sees it as msg_<id>, the same for every attempt.
  id uuid primary key,
  -- Order of delivery: within one order and URL, a later message waits for the earlier ones.
  seq bigint generated always as identity,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  event text not null check (event in ('request_succeeded', 'request_failed', 'tracking_obtained', 'tracking_updated', 'status_updated', 'case_updated')),
  subject_kind text not null check (subject_kind in ('order', 'return', 'cancellation')),
  subject_id text not null,
  order_id uuid not null,
  -- May contain a user name and password. Shown without them.
  url text not null,
  -- An index entry holds at most 2.7 kB of a URL, but the hash of any URL.
  url_key uuid not null generated always as (md5(url)::uuid) stored,
  -- Scheme and host, and the same with the path: the units that can be busy or down without delaying others.
  origin text not null,
  receiver text not null,
  -- The exact bytes, reused for every retry.
  body text not null,
  -- ID of the change, for publishers that may run twice.
  cause text,
  status text not null check (status in ('pending', 'delivered', 'failed', 'stopped')),
  -- Attempts in total, and failures since the retry schedule began.
  attempts int not null default 0,
  failures int not null default 0,
  -- '-infinity' means as soon as possible, regardless of machine clocks.
  next_attempt_at timestamptz not null default '-infinity',
  -- Resent manually: it doesn't wait for the order's other messages and doesn't delay them.
  is_replay boolean not null default false,
  -- The sending worker's token, checked on every write, so a worker that lost its lease can't write.
  claim uuid,
  response_status int,
  response text,
  error text,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  ended_at timestamptz
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create index webhook_deliveries_owed on webhook_deliveries (account_id, world, seq) where status = 'pending';
create index webhook_deliveries_in_order on webhook_deliveries (order_id, url_key, seq) where status = 'pending' and not is_replay;
-- Not by seq: the planner would use it to find the oldest pending delivery, and read through all completed ones.
create index webhook_deliveries_log on webhook_deliveries (account_id, world, created_at desc, seq desc);
create index webhook_deliveries_by_order on webhook_deliveries (order_id, seq desc);
create index webhook_deliveries_by_age on webhook_deliveries (ended_at) where ended_at is not null;
create unique index webhook_deliveries_by_cause on webhook_deliveries (cause, url_key) where cause is not null;

-- Endpoints that returned 410 Gone. Nothing more is sent to them.
create table webhook_stops (
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  url_key uuid not null,
  stopped_at timestamptz not null,
  primary key (account_id, world, url_key)
);

-- Secrets that messages are signed with, encrypted. The one without an end is the current one.
create table webhook_secrets (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  sealed bytea not null,
  created_at timestamptz not null,
  ends_at timestamptz
);
create unique index webhook_secrets_current on webhook_secrets (account_id, world) where ends_at is null;
create index webhook_secrets_by_account on webhook_secrets (account_id, world, ends_at);
