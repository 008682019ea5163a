-- An account can have several people with roles, and a person can belong to several accounts. A person's ID is still
-- the ID of the account created by their first sign-in, but only these rows say who belongs to an account.
create table account_members (
  account_id uuid not null references accounts (id),
  person_id uuid not null references people (id),
  role text not null check (role in ('owner', 'buyer', 'viewer')),
  created_at timestamptz not null,
  primary key (account_id, person_id)
);
create index account_members_by_person on account_members (person_id);
insert into account_members (account_id, person_id, role, created_at) select id, id, 'owner', created_at from people;

alter table people add column name text;

-- The account that a session uses unless the request names another one.
alter table people_sessions add column account_id uuid references accounts (id);

-- If the founder left, the account has another owner's email address, and that owner already has an account with it.
alter table accounts add column is_handed_over boolean not null default false;
alter table accounts drop constraint accounts_email_key;
create unique index accounts_by_email on accounts (email) where not is_handed_over;
create index accounts_handed_over on accounts (email) where is_handed_over;

-- Invitations, with the token's hash. An invitation works once; a revoked one is deleted.
create table account_invitations (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  email text not null,
  role text not null check (role in ('owner', 'buyer', 'viewer')),
  token_hash bytea not null unique,
  invited_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (account_id, email)
);

-- What people on an account did on the web. A row is written before the action; `outcome` stays 'unknown' if the end
-- wasn't recorded.
create table account_activity (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  at timestamptz not null,
  person_id uuid,
  person text,
  action text not null,
  subject_id text,
  details jsonb not null,
  outcome text not null check (outcome in ('unknown', 'done'))
);
create index account_activity_by_account on account_activity (account_id, id desc);
create index account_activity_by_subject on account_activity (account_id, subject_id, id desc) where subject_id is not null;
create index account_activity_by_person on account_activity (person_id);
