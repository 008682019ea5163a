-- When the return's order was created, so that orders with a return status are found in list order.
alter table return_requests add column ordered_at timestamptz;

create function date_return() returns trigger language plpgsql as $$
begin
  select created_at into new.ordered_at from orders where id = new.order_id;
  return new;
end $$;
create trigger date_return before insert on return_requests for each row execute function date_return();
