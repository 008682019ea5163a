-- Every text that a recipe ever had, numbered for each recipe from 1.
create table recipe_versions (
  name text not null,
  version integer not null,
  -- SHA-256 of the text: a recipe that is brought back has its old number.
  checksum text not null,
  recipe text not null,
  added_at timestamptz not null,
  -- When it reached the last look of a purchase; the first one of a recipe is trusted from the start.
  proven_at timestamptz,
  -- Why it did not.
  failure text,
  primary key (name, version),
  unique (name, checksum)
);

-- Which version a visit followed, and which locators no longer found anything.
alter table store_films add column recipe_version integer;
alter table store_films add column missed_locators jsonb not null default '[]';
