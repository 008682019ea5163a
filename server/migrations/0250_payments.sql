-- A purchase that waits for a person to pay for it by a link.
create table payments (
  id uuid primary key,
  world text not null check (world in ('test', 'live')),
  -- Whose key asked is told by the key: claiming a sandbox moves it to another account.
  api_key_id uuid not null references api_keys (id),
  -- An agent's purchase has an account of its own, whose money goes back when the order is over.
  is_agent boolean not null,
  status text not null check (status in ('requires_action', 'authorized', 'accepted', 'expired', 'failed')),
  -- What was asked for, as it came; null once an order was made of it, or never will be.
  body jsonb,
  idempotency_key text,
  digest bytea not null,
  -- Without anything personal, for the page to pay on.
  products jsonb not null,
  ship_to_summary text not null,
  client text not null,
  max_price_cents bigint not null check (max_price_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  top_up_id uuid unique references top_ups (id),
  -- Known beforehand for an agent, whose key is made for it.
  order_id uuid,
  failure text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- The same request again is the same payment.
create unique index payments_open on payments (api_key_id, digest) where status = 'requires_action';
create index payments_by_age on payments (expires_at) where status = 'requires_action';
create index payments_by_order on payments (order_id) where order_id is not null;
