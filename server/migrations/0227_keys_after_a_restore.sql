-- Accepted soon after the database was found to be restored, with an idempotency key: the client may have sent that key before,
-- to the database that was lost. The order has the id that it had then, and its store is asked for it before it is bought.
alter table orders add column looks_first boolean not null default false;
