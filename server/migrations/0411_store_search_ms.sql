-- The store's 90th percentile search time in milliseconds; 0 while it doesn't respond. Every process knows it from its
-- first search.
alter table store_health add column search_ms integer;
