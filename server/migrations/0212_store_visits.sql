-- Visits to stores that have only pages while they last, so that operators can watch. The browser shows pictures only
-- while somebody does. A row whose browser is gone is deleted later.
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
