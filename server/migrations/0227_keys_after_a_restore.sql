-- Accepted with an idempotency key soon after a restore was detected. The client may have sent that key before, to the
-- lost database. The order has the same ID as then, and Errand asks its store about it before it buys.
alter table orders add column looks_first boolean not null default false;
