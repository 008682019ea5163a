-- Stores as an operator configures them. Whether one is switched on is in retailer_switches, as for every retailer. What is secret is sealed apart from the rest.
create table stores (
  name text primary key,
  world text not null check (world in ('test', 'live')),
  kind text not null,
  -- Came with STORES_FILE: it is switched off when it is gone from there.
  is_from_file boolean not null default false,
  config jsonb not null,
  credentials_sealed bytea,
  -- The managed account that the credentials were made into, leased to one purchase at a time.
  own_account_id uuid,
  -- Grows with every change of any store; processes look for what is newer than what they know.
  revision bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create sequence store_revisions;

-- Two stores for one host would make it a matter of luck which account buys.
create table store_hosts (
  world text not null,
  host text not null,
  store text not null references stores (name) on delete cascade,
  primary key (world, host)
);

-- How a store does: shared by all processes, so that one that is down is left alone by all of them.
create table store_health (
  store text primary key references stores (name) on delete cascade,
  failures int not null default 0,
  closed_until timestamptz,
  last_ok_at timestamptz,
  last_failure_at timestamptz,
  last_failure text
);

-- One row for each call that may run at once; a row whose time is over is free.
create table store_slots (
  store text not null references stores (name) on delete cascade,
  slot int not null,
  holder uuid,
  held_until timestamptz,
  primary key (store, slot)
);
