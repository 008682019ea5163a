-- Attempts per endpoint and hour, outages that people are emailed about, and deliveries whose body a person edited.
create table webhook_endpoint_hours (
  endpoint_id uuid not null,
  hour timestamptz not null,
  attempts integer not null,
  succeeded integer not null,
  duration_ms_total bigint not null,
  duration_ms_max integer not null,
  primary key (endpoint_id, hour)
);
create index webhook_endpoint_hours_by_age on webhook_endpoint_hours (hour);

create table webhook_outages (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  world text not null check (world in ('test', 'live')),
  url text not null,
  url_key uuid not null generated always as (md5(url)::uuid) stored,
  started_at timestamptz not null,
  -- It returned 410 Gone.
  is_stopped boolean not null default false,
  -- When a message was delivered again. An outage that nobody was emailed about is then deleted.
  ended_at timestamptz,
  mailed_as text check (mailed_as in ('failing', 'stopped', 'recovered')),
  mailed_at timestamptz
);
-- One outage of a URL at a time.
create unique index webhook_outages_open on webhook_outages (account_id, world, url_key) where ended_at is null;
create index webhook_outages_of_url on webhook_outages (account_id, world, url_key, mailed_at);
create index webhook_outages_unmailed on webhook_outages (started_at) where mailed_as is distinct from 'recovered';

alter table webhook_deliveries
  -- The original delivery, and the person who edited this copy.
  add column edited_from uuid,
  add column edited_by text;
