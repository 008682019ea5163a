-- Purchases that an agent requests and a person approves, once. The client holds only a handle; everything that matters
-- is here.
create table mcp_approvals (
  id uuid primary key,
  key_id uuid not null references api_keys (id) on delete cascade,
  -- SHA-256 of the handle's secret half.
  secret_hash bytea not null,
  -- SHA-256 of the tool's arguments. A different order needs a new approval.
  digest text not null,
  -- The client's idempotency key for the purchase, so a retry finds it.
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
