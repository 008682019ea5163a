-- A support case about an order: at most one per order, which can be reopened.
create table cases (
  order_id uuid primary key references orders (id),
  state text not null check (state in ('open', 'closed')),
  -- The reason it was last opened for.
  reason text not null,
  opened_at timestamptz not null,
  updated_at timestamptz not null
);
create index cases_open on cases (updated_at) where state = 'open';

create table case_messages (
  id bigint generated always as identity primary key,
  order_id uuid not null references cases (order_id),
  author text not null check (author in ('customer', 'operator', 'service')),
  type text not null,
  message text not null,
  created_at timestamptz not null
);
create index case_messages_by_case on case_messages (order_id, id);
