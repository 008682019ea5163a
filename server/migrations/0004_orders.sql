create table orders (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  api_key_id uuid,
  status text not null check (status in ('pending', 'in_progress', 'order_placed', 'order_failed', 'cancelled', 'cancelled_by_retailer')),
  retailer text not null,
  max_price_cents bigint not null check (max_price_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  shipping_address jsonb not null,
  metadata jsonb not null,
  po_number text,
  handling_days_max int,
  is_gift boolean not null,
  gift_message text,
  customer_email text,
  retailer_credentials_id text,
  -- Options that only the legacy API has. See connectors/contract.ts.
  options jsonb not null default '{}',
  attempts int not null default 0,
  -- Grows with every claim. A worker that was paused past its lease can't write.
  epoch int not null default 0,
  -- Phase of the running attempt: intent (nothing sent) or submitting (the buy button may have been pressed).
  phase text check (phase in ('intent', 'submitting')),
  submitted_at timestamptz,
  -- The connector's own ID for the cart of the running attempt. Some stores can't be queried by anything else.
  checkout_handle text,
  -- Set when the reconciler stopped checking: the operator decides.
  needs_review_at timestamptz,
  job_result jsonb,
  merchant_order_ids text[] not null default '{}',
  estimated_delivery date,
  charged_cents bigint,
  -- Summaries of the order's returns, maintained by the returns slice so that an order is read as one row.
  returns jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  cancelled_at timestamptz
);
create index orders_by_account on orders (account_id, world, created_at desc, id);
create index orders_by_account_status on orders (account_id, world, status, created_at desc);
create index orders_by_merchant_order on orders using gin (merchant_order_ids);
create index orders_by_metadata on orders using gin (metadata jsonb_path_ops);
create index orders_in_review on orders (needs_review_at) where needs_review_at is not null and status = 'in_progress';

create table order_items (
  id uuid primary key,
  order_id uuid not null references orders (id),
  position int not null,
  url text not null,
  product_id text not null,
  quantity int not null check (quantity > 0),
  variant jsonb,
  condition_in text[] not null,
  condition_not_in text[] not null,
  status text not null check (status in ('pending', 'processing', 'ordered', 'shipped', 'delivered', 'cancelled', 'failed')),
  unit_price_cents bigint,
  error_type text,
  cancellation_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (order_id, position)
);

-- An order's packages, as reported by carriers.
create table shipments (
  id uuid primary key,
  order_id uuid not null references orders (id),
  position int not null,
  carrier text not null,
  tracking_number text not null,
  status text not null check (status in ('pending', 'in_transit', 'delivered', 'undeliverable')),
  estimated_delivery_date date,
  merchant_order_id text,
  item_ids uuid[] not null,
  -- Newest first, as recorded by the carrier.
  checkpoints jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (order_id, carrier, tracking_number)
);
create index shipments_by_number on shipments (tracking_number text_pattern_ops);
