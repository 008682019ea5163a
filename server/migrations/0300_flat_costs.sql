-- Substring search uses an index if the server has this extension. Otherwise, or if the role can't create it, such a
-- search reads more.
do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not to be had: %', sqlerrm;
end $$;

-- The case's account, so that listing cases doesn't join orders. It moves with the order.
alter table cases add column account_id uuid, add column world text;
update cases c set account_id = o.account_id, world = o.world from orders o where o.id = c.order_id;

create function own_case() returns trigger language plpgsql as $$
begin
  select account_id, world into new.account_id, new.world from orders where id = new.order_id;
  return new;
end $$;
create trigger own_case before insert on cases for each row execute function own_case();

create function move_case() returns trigger language plpgsql as $$
begin
  update cases set account_id = new.account_id, world = new.world where order_id = new.id;
  return null;
end $$;
create trigger move_case after update of account_id on orders for each row
  when (old.account_id is distinct from new.account_id) execute function move_case();

-- A batch's counts no longer change once it is completed. Null: counted from the orders.
alter table bulk_batches add column placed_count int, add column failed_count int, add column cancelled_count int;
update bulk_batches b set placed_count = c.placed, failed_count = c.failed, cancelled_count = c.cancelled
from (
  select r.batch_id, count(*) filter (where o.status in ('order_placed', 'cancelled_by_retailer')) as placed,
    count(*) filter (where o.status = 'order_failed') as failed, count(*) filter (where o.status = 'cancelled') as cancelled
  from bulk_rows r join orders o on o.id = r.order_id group by r.batch_id
) c
where c.batch_id = b.id and b.completed_at is not null and c.placed + c.failed + c.cancelled = b.row_count;

-- Ledger sums up to a transfer before which all are committed. Adding up continues from there. Days are UTC.
create table ledger_checkpoint (
  only_one boolean primary key default true check (only_one),
  -- Transfers up to this one are included.
  summed_id bigint not null,
  -- The last transfer seen at that time. Everything written before it becomes visible within a while.
  seen_id bigint not null,
  seen_at timestamptz not null
);
insert into ledger_checkpoint (summed_id, seen_id, seen_at) values (0, 0, '-infinity');

create table ledger_sums (
  account_id uuid not null,
  world text not null,
  available_cents bigint not null,
  held_cents bigint not null,
  reserved_cents bigint not null,
  transfers bigint not null,
  primary key (account_id, world)
);

create table ledger_days (
  account_id uuid not null,
  world text not null,
  day date not null,
  -- The full balance.
  change_cents bigint not null,
  -- Charges and fees, minus refunds and credits.
  spent_cents bigint not null,
  -- Where the day's transfers are.
  first_id bigint not null,
  last_id bigint not null,
  primary key (account_id, world, day)
);
