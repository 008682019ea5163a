-- Which server, timeline and database this data was written on. A restored backup, a copy and a promoted standby bring
-- the row along and differ from it: then the stores are asked before anything more is bought.
create table database_identity (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  system_identifier text not null,
  timeline text not null,
  database_oid oid not null,
  -- The transaction that wrote this row. One that came out of a dump was written by another.
  written_by xid8 not null,
  noted_at timestamptz not null
);

-- Each time that the database was found to be another one, or was said to be.
create table database_changes (
  id bigint generated always as identity primary key,
  reason text not null,
  orders_in_doubt int not null,
  noticed_at timestamptz not null
);

create function current_timeline() returns text language sql stable as $$
  select case when pg_is_in_recovery() then 'recovery' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end
$$;

-- True on the very database that the service has known; without a row nothing was known yet.
create function is_known_database() returns boolean language sql stable as $$
  select not exists (
    select from database_identity known
    where system_identifier <> (select system_identifier::text from pg_control_system())
      or timeline <> current_timeline()
      or database_oid <> (select oid from pg_database where datname = current_database())
      or xmin::text::bigint <> (written_by::text::numeric % 4294967296)::bigint
  )
$$;

-- When the database was found to be restored while this order was open: its store is asked before it is bought.
alter table orders add column restored_at timestamptz;
