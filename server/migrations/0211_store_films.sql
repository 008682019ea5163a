-- Recordings of browser sessions at stores, one row each. The screenshots are blobs. Deleted once expired.
create table store_films (
  id uuid primary key,
  store text not null,
  -- The order's ID, or what the session was for.
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
