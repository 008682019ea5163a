-- Simulated stores keep their own records, so tests can check "bought exactly once" from the store's side.

-- One row per prepared checkout. A cart is bought or canceled once, never both.
create table sim_carts (
  id uuid primary key,
  reference text not null,
  world text not null check (world in ('test', 'live')),
  retailer text not null,
  state text not null check (state in ('open', 'bought', 'void')),
  contents jsonb not null,
  created_at timestamptz not null
);
create index sim_carts_by_reference on sim_carts (reference);

-- Not unique on purpose: if a client buys twice, both purchases must be recorded so that tests catch it.
create table sim_purchases (
  id uuid primary key,
  cart_id uuid not null references sim_carts (id),
  reference text not null,
  world text not null check (world in ('test', 'live')),
  retailer text not null,
  account text,
  merchant_order_ids text[] not null,
  total_cents bigint not null check (total_cents >= 0),
  contents jsonb not null,
  placed_at timestamptz not null,
  -- Manual status changes, oldest first: [{"to", "at"}]. After the first one, the clock no longer moves the package.
  moves jsonb not null default '[]',
  cancelled_at timestamptz
);
create index sim_purchases_by_reference on sim_purchases (reference);

create table sim_returns (
  world text not null check (world in ('test', 'live')),
  reference text not null,
  purchase_reference text not null,
  retailer text not null,
  merchant_return_id text not null,
  reason text not null,
  lines jsonb not null,
  requested_at timestamptz not null,
  -- Set when it was resolved manually.
  resolution jsonb,
  primary key (world, reference)
);
