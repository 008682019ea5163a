-- Stores that an operator configured. As for every retailer, retailer_switches says whether one is on. Secrets are
-- encrypted separately.
create table stores (
  name text primary key,
  world text not null check (world in ('test', 'live')),
  kind text not null,
  -- From STORES_FILE. It is turned off once it is no longer in the file.
  is_from_file boolean not null default false,
  config jsonb not null,
  credentials_sealed bytea,
  -- The retailer account created from the credentials, leased to one purchase at a time.
  own_account_id uuid,
  -- Grows with every change to any store. Processes read what is newer than their copy.
  revision bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create sequence store_revisions;

-- If two stores shared a host, it would be random which account buys.
create table store_hosts (
  world text not null,
  host text not null,
  store text not null references stores (name) on delete cascade,
  primary key (world, host)
);

-- A store's health, shared so that all processes pause a store that is down.
create table store_health (
  store text primary key references stores (name) on delete cascade,
  failures int not null default 0,
  closed_until timestamptz,
  last_ok_at timestamptz,
  last_failure_at timestamptz,
  last_failure text
);

-- One row per concurrent call. An expired row is free.
create table store_slots (
  store text not null references stores (name) on delete cascade,
  slot int not null,
  holder uuid,
  held_until timestamptz,
  primary key (store, slot)
);
