-- What products are called that somebody ordered, so that orders can be found by it. Answers of stores are forgotten after a day; this stays
-- as long as an order has the product.
create table product_titles (
  world text not null check (world in ('test', 'live')),
  retailer text not null,
  product_id text not null,
  title text not null,
  -- When an order last had it; renewed once a day at most.
  ordered_at timestamptz not null,
  primary key (world, retailer, product_id)
);
