-- What an order can do without: gift options, items, units. Null: strict.
alter table orders
  add column fulfillment jsonb,
  -- What the store didn't sell, as of the cart that was bought.
  add column concessions jsonb;

-- Null: all ordered units.
alter table order_items add column bought_quantity int;
