-- Which of a brand's stores buys an order, set once the buy button is pressed or a person is asked. Null: not decided,
-- or the store with the retailer's own name.
alter table orders add column store text;

create view order_stores as select id, store from orders;
