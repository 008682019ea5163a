-- User names and passwords of webhook URLs. A stored URL has a token instead, which refers to a row here.
create table webhook_credentials (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  token text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  unique (account_id, world, token)
);
create trigger erase_key after delete or update of sealed on webhook_credentials
  for each row execute function erase_key('sealed');
