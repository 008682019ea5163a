-- Batch rows show whether their order is late.
create or replace view order_summaries as
  select id, account_id, world, api_key_id, retailer, status, max_price_cents, fee_cents, charged_cents, returns, shipping_address,
    customer_email, metadata, job_result, doubt, needs_review_at, created_at, updated_at, ended_at, outcome, late_since
  from orders;
