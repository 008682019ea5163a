-- Requests to cancel a placed purchase at the retailer.
create table cancellations (
  id uuid primary key,
  order_id uuid not null references orders (id),
  merchant_order_id text not null,
  status text not null check (status in ('pending', 'cancelled', 'refused')),
  -- Why the retailer refused to cancel.
  message text,
  -- As sent. Not jsonb: it is returned as it was sent.
  request json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- One cancellation at a time per purchase.
create unique index cancellations_pending on cancellations (order_id, merchant_order_id) where status = 'pending';
