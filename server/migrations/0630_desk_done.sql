-- Bought at the desk, and nothing of it is on its way any more: the hourly sweep says so once, and the list of the desk looks at it no more.
alter table orders add column is_desk_done boolean not null default false;
