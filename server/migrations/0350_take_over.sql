-- An operator can take over a session that waits for a person. Their input reaches the browser through this row, in
-- whichever process it runs.
alter table store_visits
  add column waits_for text,
  add column taken_by text,
  add column taken_until timestamptz,
  add column token_hash bytea,
  add column inputs jsonb not null default '[]';
create index store_visits_by_reference on store_visits (reference);
