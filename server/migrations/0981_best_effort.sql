-- What an order may do without: gift options, items, units. Null: strict.
alter table orders
  add column fulfillment jsonb,
  -- What the store did not sell, as of the cart that the button was pressed for.
  add column concessions jsonb;

-- Null: all that were ordered.
alter table order_items add column bought_quantity int;
