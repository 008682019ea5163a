-- The simulated stores keep their own books, apart from ours: "bought exactly once" is checked from their side.

-- One row per prepared checkout. A cart is bought or called off once, and never both.
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

-- The reference is deliberately not unique: a client that buys twice must be recorded twice, so that it is caught.
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
  -- What was moved by hand, oldest first: [{"to", "at"}]. Once there is one, the clock moves nothing any more.
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
  -- Set when it was resolved by hand.
  resolution jsonb,
  primary key (world, reference)
);
