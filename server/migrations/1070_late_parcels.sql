-- Where a placed order's packages are (null: nothing has shipped), and when Errand noticed that they are late.
alter table orders
  add column delivery text,
  add column late_since timestamptz;
alter table orders add constraint orders_delivery_check
  check (delivery in ('on_the_way', 'delivered', 'undeliverable')) not valid;

-- A trigger, so that the previous version maintains it too. Writers of packages have locked their order.
create function set_order_delivery() returns trigger language plpgsql as $$
declare
  place text;
begin
  select case
      when bool_or(status = 'undeliverable') then 'undeliverable'
      when bool_and(status = 'delivered') then 'delivered'
      when bool_or(status in ('in_transit', 'delivered')) then 'on_the_way'
    end
    into place from shipments where order_id = new.order_id;
  update orders set delivery = place,
    late_since = case when place in ('delivered', 'undeliverable') then null else late_since end
  where id = new.order_id and delivery is distinct from place;
  return null;
end $$;
create trigger set_order_delivery_at_first after insert on shipments for each row
  when (new.status <> 'pending') execute function set_order_delivery();
-- The first parcel of two may be there when the second is announced.
create trigger set_order_delivery_of_more after insert on shipments for each row
  when (new.status = 'pending' and new.position > 0) execute function set_order_delivery();
create trigger set_order_delivery after update of status on shipments for each row
  when (old.status is distinct from new.status) execute function set_order_delivery();
