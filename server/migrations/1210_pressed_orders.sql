-- When Errand last pressed the buy button for an order. Such an order is never bought another way, no matter what
-- happened since.
alter table orders add column pressed_at timestamptz;
