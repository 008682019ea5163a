-- Events, as sent to webhooks and listed by GET /events. Kept for 30 days.
create table events (
  id uuid primary key,
  -- The cursor. Events of one account and world are numbered in the order they become visible.
  seq bigint generated always as identity,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  type text not null,
  order_id uuid,
  subject_kind text not null,
  subject_id text not null,
  -- The bytes that are sent: {type, timestamp, data}.
  body text not null,
  -- The job that published it, which may run twice.
  cause text not null unique,
  created_at timestamptz not null
);
create index events_by_account on events (account_id, world, seq);
create index events_by_order on events (order_id, seq) where order_id is not null;
create index events_by_age on events (created_at);

-- An account's webhook endpoints.
create table webhook_endpoints (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  -- Its password, if any, is encrypted. The URL refers to that record.
  url text not null,
  url_key uuid not null generated always as (md5(url)::uuid) stored,
  origin text not null,
  receiver text not null,
  -- Null: every type, including types added later.
  events text[],
  description text,
  is_active boolean not null default true,
  -- The endpoint that PUT /webhooks/endpoint writes.
  is_single boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhook_endpoints_by_account on webhook_endpoints (account_id, world, created_at);
create unique index webhook_endpoints_single on webhook_endpoints (account_id, world) where is_single;

alter table webhook_deliveries
  drop constraint webhook_deliveries_event_check,
  drop constraint webhook_deliveries_subject_kind_check,
  alter column order_id drop not null,
  add column endpoint_id uuid,
  add column event_id uuid,
  -- Recent attempts with their responses, newest last.
  add column tries jsonb not null default '[]';
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, created_at desc) where endpoint_id is not null;

-- An endpoint has its own secrets. URLs of orders share the account's (all zeros).
alter table webhook_secrets add column endpoint_id uuid not null default '00000000-0000-0000-0000-000000000000';
drop index webhook_secrets_current;
create unique index webhook_secrets_current on webhook_secrets (account_id, world, endpoint_id) where ends_at is null;

-- When the batch's last order completed. Published once.
alter table bulk_batches add column completed_at timestamptz;
