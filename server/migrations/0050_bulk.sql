-- A batch of orders from one file. Its counts and its status are never stored: they are read from its orders.
create table bulk_batches (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  filename text,
  row_count int not null check (row_count > 0),
  -- The header of the file, in its order.
  columns text[] not null,
  notify_on_complete boolean not null,
  notified_at timestamptz,
  created_at timestamptz not null
);
create index bulk_batches_by_account on bulk_batches (account_id, world, created_at desc, id);

-- One row of the file, and the one order that it becomes: the order's id is chosen here, before the order exists, so
-- that making the order twice is impossible.
create table bulk_rows (
  batch_id uuid not null references bulk_batches (id),
  row_index int not null,
  order_id uuid not null unique,
  recipient text not null,
  product_urls text[] not null,
  -- The cells as they came, in the order of the batch's columns; null where the row has no such cell.
  cells json not null,
  -- The order as it is to be written.
  draft json not null,
  primary key (batch_id, row_index)
);

-- Money that is set aside for a batch names the batch.
alter table ledger_transfers drop constraint ledger_transfers_cause_check;
alter table ledger_transfers add constraint ledger_transfers_cause_check
  check (cause in ('order', 'return', 'operator', 'payment', 'sandbox', 'batch'));
