-- Indexes of tables that grow, built and dropped without keeping anybody from writing: after the migrations, one by one, outside of a
-- transaction (platform/database/indexes.ts). The service is right without them, only slower. Names are never used again for
-- something else: another definition is another name, and the old one is dropped here. "needs": an extension that is there, an index that
-- is built, or a migration of more than a day ago, by when no process of the version before runs any more.

-- Nearly all jobs have the usual priority. The first one, since every claim of jobs reads all that wait until it is built.
create index concurrently if not exists jobs_of_other_priority on jobs (kind, priority) where dead_at is null and priority <> 100;

-- Search by the beginning of a number, whatever the case.
create index concurrently if not exists shipments_by_lower_number on shipments (lower(tracking_number) text_pattern_ops);
drop index concurrently if exists shipments_by_number;
create index concurrently if not exists orders_by_first_number on orders (lower(merchant_order_ids[1]) text_pattern_ops)
  where lower(merchant_order_ids[1]) is not null;
create index concurrently if not exists orders_by_second_number on orders (lower(merchant_order_ids[2]) text_pattern_ops)
  where lower(merchant_order_ids[2]) is not null;
create index concurrently if not exists orders_of_many_numbers on orders (id) where cardinality(merchant_order_ids) > 2;
drop index concurrently if exists orders_by_merchant_order;

-- Search by a part of a text, without accents.
-- needs pg_trgm
create index concurrently if not exists orders_by_folded_recipient on orders using gin (
  fold_text(coalesce(shipping_address ->> 'first_name', '') || ' ' || coalesce(shipping_address ->> 'last_name', '') || E'\n' || coalesce(po_number, ''))
  gin_trgm_ops);
-- needs pg_trgm
create index concurrently if not exists orders_by_customer_mail on orders using gin (lower(customer_email) gin_trgm_ops) where customer_email is not null;
-- needs pg_trgm
create index concurrently if not exists product_titles_by_folded_part on product_titles using gin (fold_text(title) gin_trgm_ops);
drop index concurrently if exists product_answers_by_title;
-- needs 1150_folded_text
-- needs orders_by_folded_recipient
drop index concurrently if exists orders_by_recipient;
-- needs 1150_folded_text
-- needs product_titles_by_folded_part
drop index concurrently if exists product_titles_by_part;
-- needs pg_trgm
create index concurrently if not exists accounts_by_mail on accounts using gin (email gin_trgm_ops) where email is not null;
-- The beginning of it, where there are too few letters for trigrams.
create index concurrently if not exists accounts_by_mail_beginning on accounts (email text_pattern_ops) where email is not null;
create index concurrently if not exists order_items_by_product on order_items (product_id);

-- Keys that people look for: not those that the pages have, nor those of single orders, which are as many as orders.
-- needs pg_trgm
create index concurrently if not exists api_keys_by_label on api_keys using gin (lower(label) gin_trgm_ops) where not is_web and order_id is null;
create index concurrently if not exists api_keys_by_label_beginning on api_keys (lower(label) text_pattern_ops) where not is_web and order_id is null;
create index concurrently if not exists api_keys_by_hint on api_keys (hint) where not is_web and order_id is null;

-- What operators did, by each filter in the order of time. They write little.
create index concurrently if not exists audit_log_by_time on audit_log (at, id);
create index concurrently if not exists audit_log_by_operator on audit_log (operator, at, id);
create index concurrently if not exists audit_log_by_action on audit_log (action, at, id);
create index concurrently if not exists audit_log_by_subject on audit_log (subject_id, at, id);
create index concurrently if not exists audit_log_by_subject_type on audit_log (subject_type, at, id);
-- Not of two columns: the planner would expect each pair to meet as often as its halves say, and walk through one of them.
create index concurrently if not exists audit_log_by_operator_and_action on audit_log ((operator || ' ' || action), at, id);
create index concurrently if not exists audit_log_by_operator_and_type on audit_log ((operator || ' ' || subject_type), at, id);
create index concurrently if not exists audit_log_by_action_and_type on audit_log ((action || ' ' || subject_type), at, id);
create index concurrently if not exists audit_log_by_owner on audit_log ((after ->> 'account_id')) where after ->> 'account_id' is not null;

-- Only orders that people bought at the desk and still follow.
create index concurrently if not exists orders_of_desk on orders (ended_at desc, id)
  where bought_by_desk and outcome = 'order_placed' and not is_desk_done;
drop index concurrently if exists orders_bought_by_desk;
-- needs orders_of_desk
drop index concurrently if exists orders_followed_by_desk;

-- Whose key is it: notes of purchases stay for as long as their orders. Those of the sandbox have no key.
create index concurrently if not exists orders_by_note_key on orders (substring(purchase_note_sealed from 2 for 16))
  where substring(purchase_note_sealed from 1 for 1) = '\x02';

-- Few different values: such an index is a tenth of the others' size.
create index concurrently if not exists orders_by_retailer_and_outcome on orders (account_id, world, retailer, outcome);
-- needs orders_by_retailer_and_outcome
drop index concurrently if exists orders_of_retailer;
-- needs orders_by_retailer_and_outcome
drop index concurrently if exists orders_of_retailer_and_status;
drop index concurrently if exists orders_by_retailer;
create index concurrently if not exists orders_by_price on orders (account_id, world, (coalesce(charged_cents, max_price_cents)), id);

-- Metadata by its values, and by its keys alone.
create index concurrently if not exists orders_by_metadata_and_key on orders using gin (
  metadata jsonb_path_ops, jsonb_path_query_array(metadata, '$.keyvalue().key') jsonb_path_ops);
-- needs orders_by_metadata_and_key
drop index concurrently if exists orders_by_metadata;

-- Parcels under way are few beside those that arrived.
create index concurrently if not exists shipments_on_the_way on shipments (status, updated_at, order_id) where status <> 'delivered';
drop index concurrently if exists shipments_under_way;
drop index concurrently if exists shipments_lost;

create index concurrently if not exists cases_by_account on cases (account_id, world, updated_at desc, order_id);
create index concurrently if not exists cases_open_in_order on cases (account_id, world, updated_at desc, order_id) where state = 'open';
-- needs cases_open_in_order
drop index concurrently if exists cases_open_of_account;
create index concurrently if not exists cases_by_change on cases (updated_at desc, order_id);
create index concurrently if not exists return_requests_of_status on return_requests (account_id, world, status, created_at desc, id);
-- needs return_requests_of_status
drop index concurrently if exists return_requests_open_of_account;
-- Orders with a return, as their list has them.
create index concurrently if not exists return_requests_as_ordered on return_requests (account_id, world, status, ordered_at desc, order_id);
create index concurrently if not exists return_requests_by_number on return_requests (lower(merchant_return_id) text_pattern_ops)
  where lower(merchant_return_id) is not null;
create index concurrently if not exists return_requests_by_age on return_requests (created_at desc, id);
create index concurrently if not exists webhook_deliveries_failed on webhook_deliveries (account_id, world, created_at desc, seq desc)
  where status in ('failed', 'stopped');
create index concurrently if not exists webhook_deliveries_failing on webhook_deliveries (account_id, world, url_key)
  where failures > 0 and status = 'pending';
create index concurrently if not exists webhook_deliveries_given_up on webhook_deliveries (ended_at) where status = 'failed' and failures > 0;
-- What every order brings is found on the way through the list. The rest has an index that the usual order never enters.
create index concurrently if not exists webhook_deliveries_of_rare_events on webhook_deliveries (account_id, world, event, created_at desc, seq desc)
  where event not in ('order.created', 'order.placed', 'tracking.obtained', 'tracking.updated');
create index concurrently if not exists events_of_rare_types on events (account_id, world, type, seq)
  where type not in ('order.created', 'order.placed', 'tracking.obtained', 'tracking.updated');
-- The work of an order. Not what follows its parcels: that has its own key, and would come back to the index with every look. Nor its events,
-- which have an index to themselves (jobs_news_by_order): of a table that was just emptied the planner takes that one, and no wider one.
create index concurrently if not exists jobs_by_order on jobs ((payload ->> 'orderId'), id)
  where kind in ('notices.case', 'orders.place', 'tracking.mail', 'ucp.tell') or dead_at is not null;
create index concurrently if not exists jobs_failing on jobs (kind) where last_error is not null and dead_at is null;
create index concurrently if not exists request_log_failed on request_log (account_id, world, at desc, id desc) where status >= 400;

-- What is old, and what a day brought. A brin of 128 pages each is smaller, but all of it is read every time, so that it grows with the table.
create index concurrently if not exists orders_of_world_since on orders (world, created_at);
drop index concurrently if exists orders_by_time;
drop index concurrently if exists orders_by_age;
drop index concurrently if exists orders_since;
drop index concurrently if exists orders_of_sandboxes;
-- The sandbox is swept while live orders stay for ever, and with them their keys.
create index concurrently if not exists idempotency_keys_of_sandboxes on idempotency_keys (created_at) where world = 'test' and resource = 'order';
create index concurrently if not exists account_events_by_time on account_events (occurred_at);
-- How much was bought at a retailer, and when last.
create index concurrently if not exists orders_bought_from on orders (world, retailer, ended_at)
  where outcome in ('order_placed', 'cancelled_by_retailer');
-- needs orders_bought_from
drop index concurrently if exists orders_bought_at;
-- Keys come in the order of time: what is old lies together.
create index concurrently if not exists idempotency_keys_by_time on idempotency_keys using brin (created_at);

-- The sums of the ledger's days took its place.
drop index concurrently if exists ledger_transfers_spent;

-- What makes each movement happen once per cause. Until it is built the constraint does, which processes of the version before name in
-- their statements: they are gone a day after the migration.
create unique index concurrently if not exists ledger_transfers_once on ledger_transfers (cause_key(cause_id), movement_key(cause_id, kind, debit, credit));
-- needs ledger_transfers_once
-- needs 0600_short_keys
alter table ledger_transfers drop constraint if exists ledger_transfers_cause_id_kind_debit_credit_key;
create index concurrently if not exists ledger_transfers_of_owner on ledger_transfers (owner_key(account_id, world), id);
-- needs ledger_transfers_of_owner
-- needs 0600_short_keys
drop index concurrently if exists ledger_transfers_by_account;

-- What agents spend in a window.
create index concurrently if not exists agent_payments_of_orders on agent_payments (world, claimed_at) where order_id is not null;
create index concurrently if not exists payments_of_agents on payments (world, order_id) where is_agent and status = 'accepted';

-- No statement looks for a handed-over account by its address.
drop index concurrently if exists accounts_handed_over;

-- What people did, newest first: of an account, of one kind, of one person.
create index concurrently if not exists account_activity_in_order on account_activity (account_id, at desc, id desc);
-- needs account_activity_in_order
drop index concurrently if exists account_activity_by_account;
create index concurrently if not exists account_activity_of_action on account_activity (account_id, action, at desc, id desc);
create index concurrently if not exists account_activity_of_person on account_activity (person_id, at desc, id desc);
-- needs account_activity_of_person
drop index concurrently if exists account_activity_by_person;
-- Orders that were taken for not bought at a store that may record late, for "stores reconcile".
create index concurrently if not exists orders_assumed_absent on orders (assumed_absent_at) where assumed_absent_at is not null;

-- Approved returns whose refund has not come, the longest waiting first.
create index concurrently if not exists return_requests_without_refund on return_requests (approved_at, id)
  where status = 'approved' and not is_paid_by_retailer;
create index concurrently if not exists return_requests_with_refund_problem on return_requests (approved_at, id)
  where refund_problem is not null;

-- What waits for a test clock, by its time.
create index concurrently if not exists jobs_by_test_clock on jobs (clock_id, clock_at) where clock_id is not null;

-- No index of orders holds what changes while an order is placed and followed: the status, the phase, the place of its parcels.
create index concurrently if not exists orders_by_outcome on orders (account_id, world, outcome, created_at desc);
-- needs orders_by_outcome
drop index concurrently if exists orders_by_account_status;
create index concurrently if not exists orders_to_review on orders (needs_review_at) where needs_review_at is not null and outcome is null;
-- needs orders_to_review
drop index concurrently if exists orders_in_review;
create index concurrently if not exists orders_queued_for_account on orders (retailer_credentials_id, created_at)
  where outcome is null and retailer_credentials_id is not null;
-- needs orders_queued_for_account
drop index concurrently if exists orders_waiting_for_account;
drop index concurrently if exists orders_to_arrive;
-- What operators' pages follow: the newest events of all accounts.
create index concurrently if not exists events_in_order on events (seq) include (subject_kind);
