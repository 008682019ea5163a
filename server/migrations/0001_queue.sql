-- Jobs are stored next to the data they belong to and enqueued in the same transaction. A finished job is deleted.
create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  priority smallint not null default 100,
  -- '-infinity' means as soon as possible, regardless of machine clocks.
  run_at timestamptz not null default '-infinity',
  attempts int not null default 0,
  -- A worker holds a job until locked_until. Every write checks the token, so a late worker can't write.
  locked_until timestamptz,
  token uuid,
  dedupe_key text,
  -- Set when the same dedupe_key is enqueued while the job runs. The job then runs once more, because this run may have
  -- missed the change.
  rerun_at timestamptz,
  last_error text,
  dead_at timestamptz,
  created_at timestamptz not null default now()
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

-- No index contains a column that claiming writes, so claiming updates no index.
create index jobs_claim on jobs (kind, priority, run_at, id) where dead_at is null;
create unique index jobs_dedupe on jobs (kind, dedupe_key) where dead_at is null and dedupe_key is not null;
create index jobs_dead on jobs (dead_at) where dead_at is not null;
