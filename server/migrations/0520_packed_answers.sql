-- The answer that an order's idempotency key repeats, compressed with a dictionary that the service has; then `answer` is empty.
alter table idempotency_keys add column packed bytea;
-- It is compressed already.
alter table idempotency_keys alter column packed set storage external;

-- From when answers are packed. Processes of the version before cannot read them: none of those starts after this migration, and those that
-- run are replaced within a day. A database that is made now (all its migrations are of this transaction) has never had one.
create table answer_packing (
  is_only boolean primary key default true check (is_only),
  begins_at timestamptz not null
);
insert into answer_packing (begins_at)
select case when exists (select from kysely_migration where xmin <> pg_current_xact_id()::xid) then now() + interval '1 day' else now() end;
