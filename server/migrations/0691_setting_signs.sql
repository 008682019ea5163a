-- What running processes detect about their environment, for the settings check.
create table setting_signs (
  name text primary key,
  seen_at timestamptz not null
);
