-- A store's last response about a product, and which process is fetching it now.
create table product_answers (
  world text not null check (world in ('test', 'live')),
  retailer text not null,
  product_id text not null,
  topic text not null check (topic in ('details', 'offers')),
  -- json, not jsonb: the store's payload is returned unchanged, in its own field order.
  answer json,
  retrieved_at timestamptz,
  -- Set if the last attempt failed. Only callers that waited for that attempt get this error.
  failure text,
  failed_at timestamptz,
  -- The fetching process holds this lease, so concurrent callers cause one request. It expires after a crash.
  fetching_until timestamptz,
  fetching_token uuid,
  primary key (world, retailer, product_id, topic)
);
create index product_answers_by_age on product_answers (greatest(retrieved_at, failed_at, fetching_until));
