-- When Errand last pressed the buy button for an order. Such an order is never bought in another way, whatever happened in between.
alter table orders add column pressed_at timestamptz;
