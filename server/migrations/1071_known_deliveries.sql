alter table orders validate constraint orders_delivery_check;

update orders o set delivery = parcels.place
from (
  select order_id, case
      when bool_or(status = 'undeliverable') then 'undeliverable'
      when bool_and(status = 'delivered') then 'delivered'
      when bool_or(status in ('in_transit', 'delivered')) then 'on_the_way'
    end as place
  from shipments group by order_id
) parcels
where o.id = parcels.order_id and o.delivery is distinct from parcels.place;
