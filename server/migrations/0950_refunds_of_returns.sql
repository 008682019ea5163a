-- An approved return is followed until its money is where it belongs.
alter table return_requests
  -- What the customer will be credited, as known when it was asked for or approved. Null for returns of before.
  add column if not exists expected_cents bigint,
  -- The client's own account at the retailer bought it: the retailer refunds the client, and nothing is credited here.
  add column if not exists is_paid_by_retailer boolean not null default false,
  add column if not exists approved_at timestamptz;

update return_requests r set is_paid_by_retailer = true from orders o where o.id = r.order_id and o.paid_by_client;
update return_requests set approved_at = resolved_at where status = 'approved';

-- Returns that were approved before are taken up again.
insert into jobs (kind, payload, dedupe_key)
select 'returns.follow', jsonb_build_object('returnId', id), id::text
from return_requests where status = 'approved' and not is_paid_by_retailer
on conflict do nothing;
