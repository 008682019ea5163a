-- A charge that nobody could finish is read at its provider until it is final; what was seen last is kept for the operator.
alter table agent_payments
  add column looks int not null default 0,
  add column looked_at timestamptz,
  add column last_answer text;
create index agent_payments_unresolved on agent_payments (claimed_at)
  where settled_at is null and status in ('claimed', 'abandoned');

-- A refund that the provider could not carry out is asked for again under another name: the provider answers the same to the same one.
alter table agent_refunds
  add column attempt int not null default 1,
  add column last_answer text;
create index agent_refunds_unpaid on agent_refunds (created_at) where status = 'pending';
