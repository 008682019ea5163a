-- True when a card of the client's own pays the retailer: the wallet then stands for the fee only.
alter table orders add column paid_by_client boolean not null default false;
-- The request of an order that came through the earlier API, as it was sent, without its secrets. Not jsonb: it is shown again as it came.
alter table orders add column legacy_request json;
-- How to choose among sellers, where the client said so in detail.
alter table order_items add column selection jsonb;

-- The client's own log-in and card, sealed by the vault. The row goes in the transaction that ends the order; the
-- security code already when the checkout is about to use it.
create table order_secrets (
  order_id uuid primary key references orders (id),
  sealed bytea not null,
  security_code bytea,
  created_at timestamptz not null
);

-- News of one order are told in the order in which they came true.
create index jobs_news_by_order on jobs ((payload ->> 'orderId'), id) where kind = 'events' and dead_at is null;
