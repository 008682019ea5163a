-- The server, timeline and database that wrote this data. A restored backup, a copy or a promoted standby differs from
-- its row. Errand then asks stores before it buys anything.
create table database_identity (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  system_identifier text not null,
  timeline text not null,
  database_oid oid not null,
  -- The transaction that wrote this row. After a restore from a dump, it differs.
  written_by xid8 not null,
  noted_at timestamptz not null
);

-- Each time the database was found, or declared, to be a different one.
create table database_changes (
  id bigint generated always as identity primary key,
  reason text not null,
  orders_in_doubt int not null,
  noticed_at timestamptz not null
);

create function current_timeline() returns text language sql stable as $$
  select case when pg_is_in_recovery() then 'recovery' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end
$$;

-- True on the database that the service knows, or if none is recorded.
create function is_known_database() returns boolean language sql stable as $$
  select not exists (
    select from database_identity known
    where system_identifier <> (select system_identifier::text from pg_control_system())
      or timeline <> current_timeline()
      or database_oid <> (select oid from pg_database where datname = current_database())
      or xmin::text::bigint <> (written_by::text::numeric % 4294967296)::bigint
  )
$$;

-- When a restore was detected while this order was open. Errand asks its store before it buys.
alter table orders add column restored_at timestamptz;
