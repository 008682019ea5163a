-- Browser sessions in progress, so that operators can watch. The browser sends screenshots only while someone watches.
-- If a browser dies, its row is deleted later.
create table store_visits (
  id uuid primary key,
  store text not null,
  reference text not null,
  purpose text not null,
  started_at timestamptz not null,
  alive_at timestamptz not null,
  watched_until timestamptz,
  page_url text not null default '',
  picture bytea,
  picture_at timestamptz
);
create index store_visits_by_life on store_visits (alive_at);
