-- One account per email address, ignoring case.
update accounts a set email = lower(email)
where email <> lower(email) and not exists (select from accounts b where b.id <> a.id and lower(b.email) = lower(a.email));

-- A person who signs in owns one account, which has the person's ID. better-auth also used these three tables, so some
-- columns have no other use.
create table people (
  id uuid primary key references accounts (id),
  email text not null unique,
  email_verified boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- A cookie contains the token and its signature. Without the encrypted secret below, a copy of this table is useless.
create table people_sessions (
  id uuid primary key,
  person_id uuid not null references people (id),
  token text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text
);
create index people_sessions_by_person on people_sessions (person_id);
create index people_sessions_by_end on people_sessions (expires_at);

-- Emailed links, by the hash of their token. A used link is deleted.
create table people_links (
  id uuid primary key,
  identifier text not null unique,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index people_links_by_end on people_links (expires_at);

create table people_secrets (
  name text primary key,
  sealed bytea not null
);

-- A signed-in person acts with a key, like every caller: one per world, hidden from all lists.
alter table api_keys add column is_web boolean not null default false;
create unique index api_keys_of_the_web on api_keys (account_id, world) where is_web;
