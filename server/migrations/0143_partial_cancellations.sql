-- Parts of a purchase that the store canceled, by the store's ID. Reported every time, written once.
create table partial_cancellations (
  id uuid primary key,
  order_id uuid not null references orders (id),
  store_key text not null,
  lines jsonb not null,
  refunded_cents bigint not null check (refunded_cents >= 0),
  reason text not null,
  created_at timestamptz not null,
  unique (order_id, store_key)
);

alter table order_items add column cancelled_quantity int not null default 0;
alter table order_items add constraint order_items_cancelled_quantity_check
  check (cancelled_quantity between 0 and quantity);

-- Refunds for such parts. Neither a return nor the end of the order refunds them again.
alter table orders add column partly_refunded_cents bigint not null default 0 check (partly_refunded_cents >= 0);

alter table ledger_transfers drop constraint ledger_transfers_cause_check;
alter table ledger_transfers add constraint ledger_transfers_cause_check
  check (cause in ('order', 'return', 'operator', 'payment', 'sandbox', 'batch', 'cancellation'));
