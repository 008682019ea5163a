-- How long nine of ten searches of this store take, in milliseconds; 0 while it does not answer them. Every process knows it
-- from its first search on.
alter table store_health add column search_ms integer;
