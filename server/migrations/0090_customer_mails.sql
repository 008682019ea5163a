-- Emails to the recipient: one for each stage of an order.
create table customer_mails (
  order_id uuid not null references orders (id),
  stage text not null check (stage in ('placed', 'shipped', 'delivered', 'cancelled')),
  created_at timestamptz not null,
  primary key (order_id, stage)
);
