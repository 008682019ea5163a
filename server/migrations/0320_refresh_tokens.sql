-- Refresh tokens of OAuth clients. Each works once; a reused one was stolen.
create table oauth_refresh_tokens (
  -- SHA-256 of the token.
  hash bytea primary key,
  key_id uuid not null references api_keys (id) on delete cascade,
  client_id uuid not null references oauth_clients (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_refresh_tokens_by_key on oauth_refresh_tokens (key_id);
create index oauth_refresh_tokens_by_client on oauth_refresh_tokens (client_id);
create index oauth_refresh_tokens_by_end on oauth_refresh_tokens (expires_at);
