-- Retailer accounts. The vault encrypts each secret for its row and field; a master key is needed to decrypt it.
create table managed_accounts (
  id uuid primary key,
  -- Null: one of the service's own, for orders that name no account.
  account_id uuid references accounts (id),
  world text not null check (world in ('test', 'live')),
  short_id text not null unique,
  email text not null,
  -- Null: default credentials, for any retailer.
  retailer text,
  password_sealed bytea,
  totp_sealed bytea,
  config_sealed bytea,
  session_sealed bytea,
  -- Time step of the last code that was used. A code is never used twice.
  totp_step bigint,
  forwarding_verified_at timestamptz,
  is_paused boolean not null default false,
  -- Set if Errand paused it, null if its owner did.
  pause_reason text,
  cooldown_minutes int check (cooldown_minutes between 0 and 10080),
  last_used_at timestamptz,
  -- The lease: who holds it, until when, and how often it was leased. A worker past its lease can't write.
  locked_by_job_id uuid,
  locked_until timestamptz,
  lock_epoch bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((locked_by_job_id is null) = (locked_until is null))
);
create index managed_accounts_by_owner on managed_accounts (account_id, world, created_at desc, id);
create index managed_accounts_own on managed_accounts (world, retailer) where account_id is null;

-- The queue for an account. A place is kept until its lease is released, so a crashed job is still first.
create table account_line (
  id bigint generated always as identity primary key,
  -- An account's ID, or "own/<world>/<retailer>" for the service's own.
  line text not null,
  subject_id uuid not null unique,
  -- Lookups of unknown outcomes go first and ignore the cooldown.
  is_urgent boolean not null,
  queued_at timestamptz not null,
  -- When the job's time in the queue runs out.
  give_up_at timestamptz,
  -- The job to run when its turn comes.
  wake_kind text not null,
  wake_payload jsonb not null,
  -- The lease it holds. Null while it waits.
  lease_id uuid
);
create index account_line_order on account_line (line, is_urgent desc, queued_at, id);

-- Codes and links from emails, kept for fifteen minutes.
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

-- Account events that its owner can see. Never a secret or a code.
create table account_events (
  id bigint generated always as identity primary key,
  managed_account_id uuid not null references managed_accounts (id) on delete cascade,
  type text not null,
  detail jsonb not null,
  -- The confirmation that this event is about, while it is kept.
  code_id uuid references account_codes (id) on delete set null,
  occurred_at timestamptz not null
);
create index account_events_newest on account_events (managed_account_id, id desc);
