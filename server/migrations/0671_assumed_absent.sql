-- When an order was found not to be bought at a store that may record a sale late, and could not be told to refuse one: the
-- time had passed within which it does. "stores reconcile" names such orders.
alter table orders add column assumed_absent_at timestamptz;
