-- Logins as the simulated stores see them: failures, locks, and the time step of the last code.
create table sim_accounts (
  world text not null check (world in ('test', 'live')),
  retailer text not null,
  account_id text not null,
  failures int not null default 0,
  locked_until timestamptz,
  totp_step bigint,
  primary key (world, retailer, account_id)
);

-- One row per session of an account, numbered by the store, which detects two sessions at once.
create sequence sim_steps;
create table sim_sessions (
  id uuid primary key,
  world text not null check (world in ('test', 'live')),
  retailer text not null,
  account_id text not null,
  reference text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  first_step bigint not null default nextval('sim_steps'),
  last_step bigint not null default currval('sim_steps')
);
create index sim_sessions_by_account on sim_sessions (account_id, first_step);
