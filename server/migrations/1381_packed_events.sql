-- The body of an event, compressed with a dictionary that the service has. `body` is then {}.
alter table events add column packed bytea;
-- Already compressed.
alter table events alter column packed set storage external;

-- From when events are compressed, as for responses: the previous version can't read them, and its processes are
-- replaced within a day. A new database (all its migrations are in this transaction) never had that version.
alter table answer_packing add column events_begin_at timestamptz not null default now() + interval '1 day';
update answer_packing set events_begin_at = now()
where not exists (select from kysely_migration where xmin <> pg_current_xact_id()::xid);
