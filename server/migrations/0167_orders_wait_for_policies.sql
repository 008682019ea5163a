-- An order whose key or account is frozen keeps its place and its money until it is not.
alter table orders drop constraint orders_waiting_for_check,
  add constraint orders_waiting_for_check check (waiting_for in ('account', 'code', 'retailer', 'action', 'policy'));
