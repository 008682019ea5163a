-- Retailers that an operator turned on or off, by world. A retailer without a row is on.
create table retailer_switches (
  world text not null check (world in ('test', 'live')),
  retailer text not null,
  is_enabled boolean not null,
  reason text not null,
  switched_by text not null,
  switched_at timestamptz not null,
  primary key (world, retailer)
);

-- An order says if it was accepted before its retailer was turned off.
alter table orders drop constraint orders_waiting_for_check,
  add constraint orders_waiting_for_check check (waiting_for in ('account', 'code', 'retailer'));
