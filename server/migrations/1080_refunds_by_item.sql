-- Units that an operator refunded. Neither a return nor a store that cancels them pays for them again.
alter table order_items add column refunded_quantity int not null default 0;

-- Which units a refund is for. Null: an amount that is not for certain items.
alter table order_refunds add column items jsonb;

-- Attempts to buy that bought nothing and were retried, oldest first, with what the store answered.
alter table orders add column failed_attempts jsonb;
