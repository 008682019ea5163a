-- The stored response of an order's idempotency key, compressed with a dictionary that the service has. `answer` is
-- then empty.
alter table idempotency_keys add column packed bytea;
-- Already compressed.
alter table idempotency_keys alter column packed set storage external;

-- From when responses are compressed. The previous version can't read them: it doesn't start after this migration, and
-- running processes are replaced within a day. A new database (all its migrations are in this transaction) never had
-- that version.
create table answer_packing (
  is_only boolean primary key default true check (is_only),
  begins_at timestamptz not null
);
insert into answer_packing (begins_at)
select case when exists (select from kysely_migration where xmin <> pg_current_xact_id()::xid) then now() + interval '1 day' else now() end;
