-- What is owed to receivers: one row per message and URL, written in the transaction that made the news true.
create table webhook_deliveries (
  -- The receiver knows it as msg_<id>: the same at every attempt.
  id uuid primary key,
  -- The order of events: within one order and URL, a later one waits for the earlier.
  seq bigint generated always as identity,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  event text not null check (event in ('request_succeeded', 'request_failed', 'tracking_obtained', 'tracking_updated', 'status_updated', 'case_updated')),
  subject_kind text not null check (subject_kind in ('order', 'return', 'cancellation')),
  subject_id text not null,
  order_id uuid not null,
  -- May hold a user name and a password; it is shown without them.
  url text not null,
  -- An index takes no more than 2.7 kB of a URL, but every hash of one.
  url_key uuid not null generated always as (md5(url)::uuid) stored,
  -- Scheme and host, and the same with the path: what may be busy or dead without holding up the rest.
  origin text not null,
  receiver text not null,
  -- The bytes, frozen: never composed anew for a retry.
  body text not null,
  -- The news that it tells of, where the teller may repeat itself.
  cause text,
  status text not null check (status in ('pending', 'delivered', 'failed', 'stopped')),
  -- Every time that it was sent, and how often it failed since the schedule began.
  attempts int not null default 0,
  failures int not null default 0,
  -- '-infinity' means as soon as possible, whatever the clocks of the machines say.
  next_attempt_at timestamptz not null default '-infinity',
  -- Sent again by hand: it neither waits for the others of its order nor holds them up.
  is_replay boolean not null default false,
  -- Whoever is sending it names this in every write, so that a worker which lost its place writes nothing.
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
-- Not by seq: the sender, who wants the oldest that is owed, would take it for his and read through all that ended.
create index webhook_deliveries_log on webhook_deliveries (account_id, world, created_at desc, seq desc);
create index webhook_deliveries_by_order on webhook_deliveries (order_id, seq desc);
create index webhook_deliveries_by_age on webhook_deliveries (ended_at) where ended_at is not null;
create unique index webhook_deliveries_by_cause on webhook_deliveries (cause, url_key) where cause is not null;

-- Receivers that answered 410 Gone: nothing more is sent to them.
create table webhook_stops (
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  url_key uuid not null,
  stopped_at timestamptz not null,
  primary key (account_id, world, url_key)
);

-- What messages are signed with, sealed. The one that does not end is the current one.
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
