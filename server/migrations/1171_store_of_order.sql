-- Which store of its brand an order is bought at, from the moment the buy button is pressed or a person is asked there. Null:
-- not decided yet, or the store that is named like the retailer.
alter table orders add column store text;

create view order_stores as select id, store from orders;
