-- How an order ended; null while it is open. Lists use it instead of the status, which changes while an order is
-- placed: no index contains the status, so placing an order writes no index entries. Most existing orders were placed,
-- and need no write.
alter table orders add column outcome text default 'order_placed';
alter table orders alter column outcome drop default;
alter table orders add constraint orders_outcome_check
  check (outcome in ('order_placed', 'order_failed', 'cancelled', 'cancelled_by_retailer')) not valid;
update orders set outcome = case when status in ('pending', 'in_progress') then null else status end where status <> 'order_placed';

-- A trigger, so that the previous version maintains it too. This version writes both columns itself.
create function set_order_outcome() returns trigger language plpgsql as $$
begin
  new.outcome := case when new.status in ('pending', 'in_progress') then null else new.status end;
  return new;
end $$;
create trigger set_order_outcome before insert or update of status, outcome on orders for each row
  when (new.outcome is distinct from (case when new.status in ('pending', 'in_progress') then null else new.status end))
  execute function set_order_outcome();

-- Placed orders whose packages haven't all arrived. They are few, and their changes are written here.
create table arrivals (
  order_id uuid primary key,
  account_id uuid not null,
  world text not null check (world in ('test', 'live')),
  delivery text check (delivery in ('on_the_way', 'undeliverable')),
  late_since timestamptz
);
create index arrivals_by_account on arrivals (account_id, world, delivery, late_since);

create function keep_arrival() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.status <> 'order_placed' or new.delivery = 'delivered' then
    delete from arrivals where order_id = old.id;
  else
    insert into arrivals (order_id, account_id, world, delivery, late_since)
    values (new.id, new.account_id, new.world, new.delivery, new.late_since)
    on conflict (order_id) do update
      set account_id = excluded.account_id, delivery = excluded.delivery, late_since = excluded.late_since;
  end if;
  return null;
end $$;
create trigger keep_arrival after update of status, delivery, late_since, account_id on orders for each row
  when ((new.status = 'order_placed' or old.status = 'order_placed')
    and (old.status, old.delivery, old.late_since, old.account_id)
      is distinct from (new.status, new.delivery, new.late_since, new.account_id))
  execute function keep_arrival();
create trigger keep_inserted_arrival after insert on orders for each row
  when (new.status = 'order_placed' and new.delivery is distinct from 'delivered') execute function keep_arrival();
create trigger drop_arrival after delete on orders for each row
  when (old.status = 'order_placed' and old.delivery is distinct from 'delivered') execute function keep_arrival();
insert into arrivals (order_id, account_id, world, delivery, late_since)
select id, account_id, world, delivery, late_since from orders
where status = 'order_placed' and delivery is distinct from 'delivered';

create or replace view order_summaries as
  select id, account_id, world, api_key_id, retailer, status, max_price_cents, fee_cents, charged_cents, returns, shipping_address,
    customer_email, metadata, job_result, doubt, needs_review_at, created_at, updated_at, ended_at, outcome
  from orders;

-- Leaves room on each page for new row versions, so that updates need no index entries.
alter table orders set (fillfactor = 50);
alter table order_items set (fillfactor = 50);
alter table jobs set (fillfactor = 60);

-- A simulated store deletes a bought cart, because the purchase has the same contents.
alter table sim_purchases drop constraint sim_purchases_cart_id_fkey;
