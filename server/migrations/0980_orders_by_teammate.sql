-- Orders can be filtered by the teammate who placed them, on the web or with a key they created.
create or replace view key_summaries as
  select id, account_id, world, order_id, label, hint, scopes, spend_per_day_cents, spend_per_order_cents, allowed_retailers,
    allowed_addresses, idle_days, expires_at, created_at, last_used_at, revoked_at, frozen_at, is_web, created_by
  from api_keys;

create view person_actions as
  select account_id, person_id, action, subject_id from account_activity;
