-- An app requests a key with one of these, and a person approves it. Only hashes of the app's codes are stored.
create table device_codes (
  id uuid primary key,
  device_code_hash bytea not null unique,
  -- The code that the person types. It can be reused once the request is closed.
  user_code text not null unique,
  name text,
  -- The app's own description of itself.
  source text,
  -- The sandbox whose key sent the request. The person who approves also claims it.
  sandbox_account_id uuid references accounts (id),
  status text not null check (status in ('pending', 'approved', 'denied', 'used')),
  account_id uuid references accounts (id),
  claimed_sandbox boolean not null default false,
  polled_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index device_codes_by_age on device_codes (expires_at);
