-- Search by a part of a text has an index where the server has this extension; where it has not, or the role may not add it, such a
-- search reads more.
do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not to be had: %', sqlerrm;
end $$;

-- Whose case it is, so that a list of cases needs no order. It goes with the order when that changes hands.
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

-- What became of a batch does not change any more once it is completed. Null: it is counted where the orders are.
alter table bulk_batches add column placed_count int, add column failed_count int, add column cancelled_count int;
update bulk_batches b set placed_count = c.placed, failed_count = c.failed, cancelled_count = c.cancelled
from (
  select r.batch_id, count(*) filter (where o.status in ('order_placed', 'cancelled_by_retailer')) as placed,
    count(*) filter (where o.status = 'order_failed') as failed, count(*) filter (where o.status = 'cancelled') as cancelled
  from bulk_rows r join orders o on o.id = r.order_id group by r.batch_id
) c
where c.batch_id = b.id and b.completed_at is not null and c.placed + c.failed + c.cancelled = b.row_count;

-- The ledger's sums up to a movement behind which all are written: adding up goes on from there. Days are UTC.
create table ledger_checkpoint (
  only_one boolean primary key default true check (only_one),
  -- Movements up to this one are in the sums.
  summed_id bigint not null,
  -- The last movement that was seen then: what was written before it is visible a while later.
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
  -- Of the whole balance.
  change_cents bigint not null,
  -- What left for good, less what came back.
  spent_cents bigint not null,
  -- Where the movements of the day are.
  first_id bigint not null,
  last_id bigint not null,
  primary key (account_id, world, day)
);
