-- Orders that people buy at the retailer's own pages. A task is the open question `buy` of an order; this is who works on it.
create table desk_tasks (
  question_id uuid primary key references questions (id),
  order_id uuid not null references orders (id),
  state text not null check (state in ('waiting', 'taken', 'bought', 'failed')),
  -- The address of the operator who has it, or had it last.
  holder text,
  -- Grows whenever somebody else takes it: a page that was left open cannot write for the next operator.
  lease int not null default 0,
  taken_at timestamptz,
  lease_until timestamptz,
  note text,
  updated_at timestamptz not null,
  check ((state = 'taken') = (lease_until is not null)),
  check (state <> 'taken' or holder is not null)
);
create index desk_tasks_by_order on desk_tasks (order_id);

-- What operators keep as evidence of a purchase; the bytes are in blob storage.
create table desk_receipts (
  id uuid primary key,
  order_id uuid not null references orders (id),
  name text not null,
  content_type text not null,
  bytes int not null check (bytes > 0),
  blob text not null,
  uploaded_by text not null,
  created_at timestamptz not null
);
create index desk_receipts_by_order on desk_receipts (order_id, created_at);

-- Bought by a person: the store's connector knows nothing of it and is not asked about it.
alter table orders add column bought_by_desk boolean not null default false;
