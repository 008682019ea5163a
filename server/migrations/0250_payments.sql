-- Payment links: purchases that wait for a person to pay.
create table payments (
  id uuid primary key,
  world text not null check (world in ('test', 'live')),
  -- The owner is the key's account, because claiming a sandbox moves the key to another account.
  api_key_id uuid not null references api_keys (id),
  -- An agent's purchase has its own account, which is refunded when the order ends.
  is_agent boolean not null,
  status text not null check (status in ('requires_action', 'authorized', 'accepted', 'expired', 'failed')),
  -- The request as sent. Null once its order exists, or can no longer exist.
  body jsonb,
  idempotency_key text,
  digest bytea not null,
  -- What the payment page shows, without personal data.
  products jsonb not null,
  ship_to_summary text not null,
  client text not null,
  max_price_cents bigint not null check (max_price_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  top_up_id uuid unique references top_ups (id),
  -- For an agent: chosen in advance, because its key is created for this order.
  order_id uuid,
  failure text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- Repeating the request returns the same payment.
create unique index payments_open on payments (api_key_id, digest) where status = 'requires_action';
create index payments_by_age on payments (expires_at) where status = 'requires_action';
create index payments_by_order on payments (order_id) where order_id is not null;
