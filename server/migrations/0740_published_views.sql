-- Views that slices publish on their tables (architecture.cjs lists the owners). They are plain selects, so PostgreSQL
-- plans queries as if on the table. No view contains a key's hash, a session token or an encrypted value.

create view account_summaries as
  select id, email, created_at, deleted_at, erased_at from accounts;

create view account_roles as
  select account_id, person_id, role, created_at from account_members;

create view key_summaries as
  select id, account_id, world, order_id, label, hint, scopes, spend_per_day_cents, spend_per_order_cents, allowed_retailers,
    allowed_addresses, idle_days, expires_at, created_at, last_used_at, revoked_at, frozen_at, is_web
  from api_keys;

create view key_spending as
  select api_key_id, day, cents from key_spend;

create view request_summaries as
  select id, account_id, world, api_key_id, request_id, at, method, path, status, ms, error_code from request_log;

create view wallet_balances as
  select account_id, world, available_cents, held_cents from wallets;

create view ledger_entries as
  select id, world, account_id, kind, debit, credit, amount_cents, cause, cause_id, note, created_at from ledger_transfers;

create view order_summaries as
  select id, account_id, world, api_key_id, retailer, status, max_price_cents, fee_cents, charged_cents, returns, shipping_address,
    customer_email, metadata, job_result, doubt, needs_review_at, created_at, updated_at, ended_at
  from orders;

create view ordered_items as
  select order_id, position, product_id, quantity, error_type from order_items;

create view order_actions as
  select id, order_id, kind, asked_of, message, state, asked_at, expires_at,
    kind = 'approve' and answer -> 'approved' = 'true'::jsonb as is_approved
  from questions;

create view parcels as
  select id, order_id, position, carrier, tracking_number, status, created_at, updated_at from shipments;

create view batch_orders as
  select batch_id, row_index, order_id from bulk_rows;

create view order_returns as
  select order_id, account_id, world, status, ordered_at from return_requests;

create view recipient_mails as
  select order_id, stage, created_at from customer_mails;

create view agent_charges as
  select id, order_id, world, status from agent_payments;

create or replace view agent_orders as
  select order_id, world, claimed_at as paid_at, case status when 'claimed' then amount_cents end as charging_cents
  from agent_payments where order_id is not null and status in ('claimed', 'settled')
  union all
  select l.order_id, l.world, o.created_at, null
  from payments l join order_summaries o on o.id = l.order_id where l.is_agent and l.status = 'accepted';

create view event_summaries as
  select seq, id, order_id, type, created_at from events;

create view webhook_attempts as
  select id, order_id, event, status, attempts, response_status, created_at from webhook_deliveries;

create view webhook_receivers as
  select id, account_id, world from webhook_endpoints;

create view operator_actions as
  select id, at, action, subject_type, subject_id from audit_log;

create view person_profiles as
  select id, email, name, mails_off, mail_token, low_wallet_cents from people;

create view person_sessions as
  select id, person_id, account_id, created_at, expires_at, ip_address, user_agent from people_sessions;

create view sent_invitations as
  select id, account_id, expires_at from account_invitations;

create view job_summaries as
  select id, kind, payload, dedupe_key, attempts, last_error, run_at, dead_at, created_at from jobs;
