-- If its key or account is frozen, an order keeps its place and its hold until it is unfrozen.
alter table orders drop constraint orders_waiting_for_check,
  add constraint orders_waiting_for_check check (waiting_for in ('account', 'code', 'retailer', 'action', 'policy'));
