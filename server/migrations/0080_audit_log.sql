-- Changes by operators, written in the transaction that made them.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The operator's email address, or "command line".
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

-- What the reconciler last saw, for the operator who decides.
alter table orders add column doubt jsonb;

-- Counting a day's orders must not read all of them. Rows are stored in creation order, so this index is cheap.
create index orders_by_age on orders using brin (created_at);
