-- What an agent wants to buy and a person says yes to, once. The client holds a handle; everything that decides is here.
create table mcp_approvals (
  id uuid primary key,
  key_id uuid not null references api_keys (id) on delete cascade,
  -- SHA-256 of the secret half of the handle.
  secret_hash bytea not null,
  -- SHA-256 of the tool's arguments: another order needs another approval.
  digest text not null,
  -- The client's own name for the purchase, so that a retry finds it again.
  client_key text,
  quote_id uuid not null,
  max_price_cents bigint not null check (max_price_cents > 0),
  -- What the page shows: store, products, prices. No name, no address.
  summary jsonb not null,
  state text not null default 'open' check (state in ('open', 'approved', 'denied', 'used')),
  order_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index mcp_approvals_client_key on mcp_approvals (key_id, client_key) where client_key is not null;
create index mcp_approvals_created_at on mcp_approvals (created_at);
