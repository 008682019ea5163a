-- What running processes notice about their surroundings, for the check of the settings.
create table setting_signs (
  name text primary key,
  seen_at timestamptz not null
);
