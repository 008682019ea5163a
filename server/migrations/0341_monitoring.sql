-- Service metrics by minute: queue, workers, database, email, disk, and whether each component was up.
create table samples (
  name text not null,
  at timestamptz not null,
  value double precision not null,
  primary key (name, at)
);
create index samples_by_age on samples (at);

-- The same by hour, for ninety days. Written with each sample, so readers don't add up minutes.
create table sample_hours (
  name text not null,
  hour timestamptz not null,
  low double precision not null,
  high double precision not null,
  total double precision not null,
  count int not null,
  primary key (name, hour)
);
create index sample_hours_by_age on sample_hours (hour);

-- Order outcomes by retailer and hour: counts, failure reasons, and time to place (as a histogram).
create table outcome_hours (
  world text not null check (world in ('test', 'live')),
  retailer text not null,
  hour timestamptz not null,
  outcome text not null check (outcome in ('placed', 'failed')),
  reason text not null default '',
  bucket smallint not null,
  orders int not null,
  doubts int not null default 0,
  primary key (world, retailer, hour, outcome, reason, bucket)
);
create index outcome_hours_by_hour on outcome_hours (hour);

-- Incidents that operators publish.
create table incidents (
  id uuid primary key,
  title text not null,
  state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  components text[] not null,
  started_at timestamptz not null,
  resolved_at timestamptz
);
create index incidents_by_start on incidents (started_at desc);

create table incident_updates (
  id uuid primary key,
  incident_id uuid not null references incidents (id),
  state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  text text not null,
  at timestamptz not null
);
create index incident_updates_by_incident on incident_updates (incident_id, at);
