-- Returns that customers requested. Quantities are counted across all of an order's returns, under its row lock.
create table return_requests (
  id uuid primary key,
  order_id uuid not null references orders (id),
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  status text not null check (status in ('open', 'approved', 'denied', 'credited')),
  reason text not null,
  notes text,
  -- [{"order_item_id", "quantity"}], each item once.
  items jsonb not null,
  -- Legacy API only: the retailer's own codes, the return address, and webhook URLs.
  reason_code text,
  method_code text,
  explanation text,
  return_address jsonb,
  -- As sent. Not jsonb: it is returned as it was sent.
  client_request json,
  -- Set once the retailer has it. From then on, Errand checks its status instead of requesting it.
  filed_at timestamptz,
  merchant_return_id text,
  return_by date,
  resolution_notes text,
  -- The return that replaced this one when the customer canceled it.
  superseded_by uuid,
  credited_cents bigint check (credited_cents >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  resolved_at timestamptz,
  check ((status = 'open') = (resolved_at is null)),
  check ((status = 'credited') = (credited_cents is not null))
);
create index return_requests_by_account on return_requests (account_id, world, created_at desc, id);
create index return_requests_by_order on return_requests (order_id);
create index return_requests_open on return_requests (world, created_at) where status = 'open';

-- One per package. The PDF is in blob storage; links to it are signed with the label's own key.
create table return_labels (
  id uuid primary key,
  return_id uuid not null references return_requests (id),
  position int not null,
  carrier text not null,
  tracking_number text not null,
  blob text not null,
  link_key bytea not null check (octet_length(link_key) = 32),
  created_at timestamptz not null,
  unique (return_id, position)
);
