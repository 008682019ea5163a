-- Accounts at retailers. Every secret is sealed by the vault for its row and field; nothing here opens without a master key.
create table managed_accounts (
  id uuid primary key,
  -- Null: one of the service's own, for orders that name no account.
  account_id uuid references accounts (id),
  world text not null check (world in ('test', 'live')),
  short_id text not null unique,
  email text not null,
  -- Null: default credentials, good for any retailer.
  retailer text,
  password_sealed bytea,
  totp_sealed bytea,
  config_sealed bytea,
  session_sealed bytea,
  -- The last time step whose code was handed out: a code is not used twice.
  totp_step bigint,
  forwarding_verified_at timestamptz,
  is_paused boolean not null default false,
  -- Set when the service paused it by itself; null when its owner did.
  pause_reason text,
  cooldown_minutes int check (cooldown_minutes between 0 and 10080),
  last_used_at timestamptz,
  -- The lease: who works with it now, until when, and how often it was leased. A worker past its lease writes nothing.
  locked_by_job_id uuid,
  locked_until timestamptz,
  lock_epoch bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((locked_by_job_id is null) = (locked_until is null))
);
create index managed_accounts_by_owner on managed_accounts (account_id, world, created_at desc, id);
create index managed_accounts_own on managed_accounts (world, retailer) where account_id is null;

-- Who waits for an account. A place is kept until its lease is released, so whoever crashed is still first in line.
create table account_line (
  id bigint generated always as identity primary key,
  -- The id of an account, or "own/<world>/<retailer>" for the service's own.
  line text not null,
  subject_id uuid not null unique,
  -- Doubt about a purchase goes before everything else and does not wait for a cooldown.
  is_urgent boolean not null,
  queued_at timestamptz not null,
  -- Whoever may wait no longer is sent home then.
  give_up_at timestamptz,
  -- The job that is run once it is this one's turn.
  wake_kind text not null,
  wake_payload jsonb not null,
  -- The lease that it holds; null while it waits.
  lease_id uuid
);
create index account_line_order on account_line (line, is_urgent desc, queued_at, id);

-- What came by mail, for fifteen minutes.
create table account_codes (
  id uuid primary key,
  managed_account_id uuid not null references managed_accounts (id) on delete cascade,
  kind text not null check (kind in ('code', 'confirmation')),
  sealed bytea not null,
  received_at timestamptz not null,
  expires_at timestamptz not null
);
create index account_codes_newest on account_codes (managed_account_id, kind, received_at desc);
create index account_codes_by_expiry on account_codes (expires_at);

-- What its owner may know about an account's life. Never a secret or a code.
create table account_events (
  id bigint generated always as identity primary key,
  managed_account_id uuid not null references managed_accounts (id) on delete cascade,
  type text not null,
  detail jsonb not null,
  -- The kept confirmation that this event tells of, for as long as it is kept.
  code_id uuid references account_codes (id) on delete set null,
  occurred_at timestamptz not null
);
create index account_events_newest on account_events (managed_account_id, id desc);
