-- A retailer account that its owner linked on the store's page. The session holds the store's tokens.
alter table managed_accounts add column linked_at timestamptz;

-- People who were sent to a store and haven't returned. A row is used once, by that person.
create table link_requests (
  id uuid primary key,
  state_hash bytea not null unique,
  managed_account_id uuid not null references managed_accounts (id) on delete cascade,
  account_id uuid not null,
  world text not null check (world in ('test', 'live')),
  email text not null,
  -- The PKCE verifier, and what the connector needs to continue.
  sealed bytea not null,
  expires_at timestamptz not null
);
create index link_requests_by_account on link_requests (managed_account_id);
create index link_requests_by_expiry on link_requests (expires_at);
create trigger erase_key after delete or update of sealed on link_requests
  for each row execute function erase_key('sealed');

-- Ended links that still have to be revoked at the store.
create table retired_links (
  id uuid primary key,
  world text not null check (world in ('test', 'live')),
  retailer text not null,
  sealed bytea not null,
  created_at timestamptz not null
);
create trigger erase_key after delete or update of sealed on retired_links
  for each row execute function erase_key('sealed');
