-- Orders that people place on the retailer's site. A task is the order's open action `buy`; this row says who works on
-- it.
create table desk_tasks (
  question_id uuid primary key references questions (id),
  order_id uuid not null references orders (id),
  state text not null check (state in ('waiting', 'taken', 'bought', 'failed')),
  -- Email address of the operator who claimed it, or claimed it last.
  holder text,
  -- Grows with each claim by another operator, so a page that was left open can't write for the next operator.
  lease int not null default 0,
  taken_at timestamptz,
  lease_until timestamptz,
  note text,
  updated_at timestamptz not null,
  check ((state = 'taken') = (lease_until is not null)),
  check (state <> 'taken' or holder is not null)
);
create index desk_tasks_by_order on desk_tasks (order_id);

-- Receipts that operators upload. The bytes are in blob storage.
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

-- A person bought it. The store's connector doesn't know about it and isn't asked.
alter table orders add column bought_by_desk boolean not null default false;
