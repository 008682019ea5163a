create table usage_daily (
  account_id uuid not null,
  world text not null,
  endpoint text not null,
  day date not null,
  total bigint not null,
  primary key (account_id, world, endpoint, day)
);

create table usage_calls (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  world text not null,
  endpoint text not null,
  at timestamptz not null,
  query text,
  retailer text,
  product_id text,
  result_count int
);
create index usage_calls_by_account on usage_calls (account_id, world, at desc, id desc);
create index usage_calls_by_age on usage_calls (at);
