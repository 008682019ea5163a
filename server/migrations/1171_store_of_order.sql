-- Which store of its brand an order is bought at, from the moment the buy button is pressed or a person is asked there. Null:
-- not decided yet, or the store that is named like the retailer.
alter table orders add column store text;

create or replace view order_summaries as
  select id, account_id, world, api_key_id, retailer, status, max_price_cents, fee_cents, charged_cents, returns, shipping_address,
    customer_email, metadata, job_result, doubt, needs_review_at, created_at, updated_at, ended_at, store
  from orders;
