-- A batch of orders from one file. Its counts and status aren't stored: they are read from its orders.
create table bulk_batches (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  filename text,
  row_count int not null check (row_count > 0),
  -- The file's header, in its order.
  columns text[] not null,
  notify_on_complete boolean not null,
  notified_at timestamptz,
  created_at timestamptz not null
);
create index bulk_batches_by_account on bulk_batches (account_id, world, created_at desc, id);

-- One row of the file and its order. The order's ID is chosen here, before the order exists, so the order can't be
-- created twice.
create table bulk_rows (
  batch_id uuid not null references bulk_batches (id),
  row_index int not null,
  order_id uuid not null unique,
  recipient text not null,
  product_urls text[] not null,
  -- Cells as sent, in the batch's column order. Null where the row has no such cell.
  cells json not null,
  -- The order to create.
  draft json not null,
  primary key (batch_id, row_index)
);

-- A transfer that holds money for a batch names the batch.
alter table ledger_transfers drop constraint ledger_transfers_cause_check;
alter table ledger_transfers add constraint ledger_transfers_cause_check
  check (cause in ('order', 'return', 'operator', 'payment', 'sandbox', 'batch'));
