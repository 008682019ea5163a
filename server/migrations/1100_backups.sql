-- Scheduled and requested backups, their outcome, and test restores.
create table backups (
  id uuid primary key,
  requested_at timestamptz not null,
  -- Null: the schedule.
  requested_by text,
  status text not null check (status in ('requested', 'running', 'done', 'failed')),
  finished_at timestamptz,
  -- The point in time of the data.
  taken_at timestamptz,
  name text,
  bytes bigint,
  row_count bigint,
  file_count bigint,
  key_count bigint,
  error text,
  verified_at timestamptz,
  verify_error text
);
create index backups_by_age on backups (requested_at desc);

insert into alert_rules (id, title, reading, fires_when, threshold, clears_at, for_seconds, is_enabled) values
  ('backup-old', 'The newest backup is too old', 'backups.missed', 'above', 2, 1, 0, true),
  ('backup-unrestorable', 'The newest backup failed its test restore', 'backups.unrestorable', 'above', 0, 0, 0, true)
on conflict (id) do nothing;
