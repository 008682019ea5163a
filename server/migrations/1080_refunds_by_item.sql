-- Units that an operator refunded. Neither a return nor a cancellation by the store refunds them again.
alter table order_items add column refunded_quantity int not null default 0;

-- Refunded units. Null: an amount that isn't for certain items.
alter table order_refunds add column items jsonb;

-- Attempts that bought nothing and were retried, oldest first, with the store's response.
alter table orders add column failed_attempts jsonb;
