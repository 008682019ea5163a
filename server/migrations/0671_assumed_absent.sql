-- When an order was found not bought at a store that may record sales late and has no fence, after its late window.
-- "stores reconcile" lists such orders.
alter table orders add column assumed_absent_at timestamptz;
