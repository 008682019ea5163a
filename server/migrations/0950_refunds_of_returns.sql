-- An approved return is followed until the refund has arrived.
alter table return_requests
  -- The expected credit when the return was requested or approved. Null for earlier returns.
  add column if not exists expected_cents bigint,
  -- Bought with the client's own retailer account: the retailer refunds the client, and nothing is credited here.
  add column if not exists is_paid_by_retailer boolean not null default false,
  add column if not exists approved_at timestamptz;

update return_requests r set is_paid_by_retailer = true from orders o where o.id = r.order_id and o.paid_by_client;
update return_requests set approved_at = resolved_at where status = 'approved';

-- Follow returns that were approved before this migration.
insert into jobs (kind, payload, dedupe_key)
select 'returns.follow', jsonb_build_object('returnId', id), id::text
from return_requests where status = 'approved' and not is_paid_by_retailer
on conflict do nothing;
