-- OAuth 2.1 clients (registered per RFC 7591) that let a person sign in. They have no secret.
create table oauth_clients (
  id uuid primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null
);
create index oauth_clients_created_at on oauth_clients (created_at);

-- Authorization requests to a person. Once approved, a request has the code that the client exchanges for its key.
create table oauth_requests (
  id uuid primary key,
  client_id uuid not null references oauth_clients (id) on delete cascade,
  redirect_uri text not null,
  -- PKCE, S256.
  challenge text not null,
  state text,
  scopes text[] not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied', 'used')),
  account_id uuid references accounts (id) on delete cascade,
  world text check (world in ('test', 'live')),
  -- SHA-256 of the code.
  code_hash bytea unique,
  key_id uuid references api_keys (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (status in ('pending', 'denied') or (account_id is not null and world is not null and code_hash is not null))
);
create index oauth_requests_client_id on oauth_requests (client_id);
create index oauth_requests_created_at on oauth_requests (created_at);
