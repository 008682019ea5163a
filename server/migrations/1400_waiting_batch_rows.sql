-- Batch rows say what their order waits for, as the order itself does.
create or replace view order_summaries as
  select id, account_id, world, api_key_id, retailer, status, max_price_cents, fee_cents, charged_cents, returns, shipping_address,
    customer_email, metadata, job_result, doubt, needs_review_at, created_at, updated_at, ended_at, outcome, late_since,
    case when status not in ('pending', 'in_progress') then null
      when exists (select from questions q where q.order_id = orders.id and q.state = 'open') then 'action'
      else waiting_for end as waiting_for
  from orders;
