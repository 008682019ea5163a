-- A visit that waits for a person at its page can be taken over by one operator for a while: what they do there is handed to the
-- browser through this row, whichever process it runs in.
alter table store_visits
  add column waits_for text,
  add column taken_by text,
  add column taken_until timestamptz,
  add column token_hash bytea,
  add column inputs jsonb not null default '[]';
create index store_visits_by_reference on store_visits (reference);
