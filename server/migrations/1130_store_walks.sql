-- Nightly checks of browser stores up to the final check: what failed, and which locators no longer match.
create table store_walks (
  -- Reference of the check. Its recording has the same one.
  id text primary key,
  store text not null,
  started_at timestamptz not null,
  -- Null while it runs, and after a crash.
  ended_at timestamptz,
  recipe_version integer,
  failures jsonb not null default '[]',
  missed_locators jsonb not null default '[]'
);
create index store_walks_by_age on store_walks (store, started_at desc);
