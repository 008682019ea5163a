-- Every version of a recipe's text, numbered per recipe from 1.
create table recipe_versions (
  name text not null,
  version integer not null,
  -- SHA-256 of the text, so that a restored recipe gets its old number.
  checksum text not null,
  recipe text not null,
  added_at timestamptz not null,
  -- When it passed the final check of a purchase. A recipe's first version is trusted from the start.
  proven_at timestamptz,
  -- Why it didn't.
  failure text,
  primary key (name, version),
  unique (name, checksum)
);

-- The version that a session used, and the locators that no longer matched.
alter table store_films add column recipe_version integer;
alter table store_films add column missed_locators jsonb not null default '[]';
