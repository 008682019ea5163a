-- What operators changed, written in the transaction that changed it.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The address that signed in, or "command line".
  operator text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  note text
);
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_is_never_emptied before truncate on audit_log
  for each statement execute function refuse_change();

-- What the reconciler saw when it gave up, for the person who decides in its place.
alter table orders add column doubt jsonb;

-- Counting the orders of a day must not read all of them. Orders lie in the order of their creation, so this costs next to nothing.
create index orders_by_age on orders using brin (created_at);
