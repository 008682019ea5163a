-- Titles of ordered products, so that orders can be found by them. Store responses are deleted after a day; a title
-- stays as long as an order has the product.
create table product_titles (
  world text not null check (world in ('test', 'live')),
  retailer text not null,
  product_id text not null,
  title text not null,
  -- When an order last had it. Updated at most once a day.
  ordered_at timestamptz not null,
  primary key (world, retailer, product_id)
);
