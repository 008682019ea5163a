-- Several people may belong to one account, each with a role, and one person to several accounts. A person still has the id of the
-- account that their first sign-in made; that no longer says whose the account is: these rows do.
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

-- The account that a session shows unless its page names another one.
alter table people_sessions add column account_id uuid references accounts (id);

-- An account whose founder left carries the address of another owner, who has an account of that address already.
alter table accounts add column is_handed_over boolean not null default false;
alter table accounts drop constraint accounts_email_key;
create unique index accounts_by_email on accounts (email) where not is_handed_over;
create index accounts_handed_over on accounts (email) where is_handed_over;

-- The token of a mailed invitation is kept as a hash. An invitation is used once; one that was taken back is deleted.
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

-- What people of an account did on the web. A row is written before the deed; `outcome` stays 'unknown' if its end was not seen.
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
