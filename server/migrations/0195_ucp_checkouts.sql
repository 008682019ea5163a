-- UCP checkout sessions of agents. They belong to the key that opened them.
create table ucp_checkouts (
  id uuid primary key,
  api_key_id uuid not null references api_keys (id),
  -- completing: claimed by a call to complete. Only that call's order can result.
  state text not null check (state in ('open', 'completing', 'ordered', 'canceled')),
  -- Grows with every change. A writer with an older revision can't write.
  revision int not null default 1,
  -- The request (lines, buyer, address) and the store's price for it.
  content jsonb not null,
  order_id uuid references orders (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((state = 'ordered') = (order_id is not null))
);
create index ucp_checkouts_by_key on ucp_checkouts (api_key_id);
create index ucp_checkouts_by_expiry on ucp_checkouts (expires_at);
