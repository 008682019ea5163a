-- A program asks for a key with one of these, and a person approves it. Only hashes of what the program holds are kept.
create table device_codes (
  id uuid primary key,
  device_code_hash bytea not null unique,
  -- What the person reads off and types in; free again once it is over.
  user_code text not null unique,
  name text,
  -- What the program said it is.
  source text,
  -- The sandbox whose key asked: whoever approves takes it over.
  sandbox_account_id uuid references accounts (id),
  status text not null check (status in ('pending', 'approved', 'denied', 'used')),
  account_id uuid references accounts (id),
  claimed_sandbox boolean not null default false,
  polled_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index device_codes_by_age on device_codes (expires_at);
