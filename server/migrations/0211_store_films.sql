-- What a browser did at a store that has only pages: one row for each visit, its pictures in the blobs. Deleted when its
-- time is over.
create table store_films (
  id uuid primary key,
  store text not null,
  -- The order's id, or whatever the visit was for.
  reference text not null,
  purpose text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  expires_at timestamptz not null,
  ending text not null,
  steps jsonb not null,
  pictures jsonb not null,
  answers jsonb not null
);
create index store_films_by_reference on store_films (reference, started_at);
create index store_films_by_start on store_films (started_at);
create index store_films_by_expiry on store_films (expires_at);
