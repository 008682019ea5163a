-- Bought at the desk, and all packages have arrived. An hourly job sets it, and the desk's list skips these orders.
alter table orders add column is_desk_done boolean not null default false;
