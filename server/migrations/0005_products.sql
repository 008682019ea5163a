-- The last answer of a store about a product, and who is asking it right now.
create table product_answers (
  world text not null check (world in ('test', 'live')),
  retailer text not null,
  product_id text not null,
  topic text not null check (topic in ('details', 'offers')),
  -- json and not jsonb: the store's payload is passed on as it came, in its own order.
  answer json,
  retrieved_at timestamptz,
  -- Set while the last try failed. It is no answer: only those who waited for that try are told of it.
  failure text,
  failed_at timestamptz,
  -- Whoever asks holds this lease, so that many callers cause one fetch; one that crashed loses it.
  fetching_until timestamptz,
  fetching_token uuid,
  primary key (world, retailer, product_id, topic)
);
create index product_answers_by_age on product_answers (greatest(retrieved_at, failed_at, fetching_until));
