-- An unfinished charge is read from its provider until it is final. The last result is kept for the operator.
alter table agent_payments
  add column looks int not null default 0,
  add column looked_at timestamptz,
  add column last_answer text;
create index agent_payments_unresolved on agent_payments (claimed_at)
  where settled_at is null and status in ('claimed', 'abandoned');

-- A refund that the provider failed is requested again with a new idempotency key, because the provider repeats its
-- response for the old one.
alter table agent_refunds
  add column attempt int not null default 1,
  add column last_answer text;
create index agent_refunds_unpaid on agent_refunds (created_at) where status = 'pending';
