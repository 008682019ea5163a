-- True if the client's own card pays the retailer. The wallet then pays only the fee.
alter table orders add column paid_by_client boolean not null default false;
-- The legacy request as sent, without its secrets. Not jsonb: it is returned as it was sent.
alter table orders add column legacy_request json;
-- The client's detailed criteria for choosing a seller.
alter table order_items add column selection jsonb;

-- The client's own login and card, encrypted by the vault. The row is deleted in the transaction that ends the order,
-- and the security code right before the checkout uses it.
create table order_secrets (
  order_id uuid primary key references orders (id),
  sealed bytea not null,
  security_code bytea,
  created_at timestamptz not null
);

-- Events of one order are sent in the order they happened.
create index jobs_news_by_order on jobs ((payload ->> 'orderId'), id) where kind = 'events' and dead_at is null;
