-- Requests to call a placed purchase off at the retailer.
create table cancellations (
  id uuid primary key,
  order_id uuid not null references orders (id),
  merchant_order_id text not null,
  status text not null check (status in ('pending', 'cancelled', 'refused')),
  -- Why the retailer did not cancel.
  message text,
  -- As it was sent. Not jsonb: it is shown again as it came.
  request json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- One attempt at a time for one purchase.
create unique index cancellations_pending on cancellations (order_id, merchant_order_id) where status = 'pending';
