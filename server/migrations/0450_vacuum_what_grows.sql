-- Old rows are deleted daily. By default, a table of ten million rows keeps two million dead ones before autovacuum
-- runs. A fiftieth keeps tables and indexes small, and index-only counts fast.
alter table orders set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table order_items set (autovacuum_vacuum_scale_factor = 0.02);
alter table shipments set (autovacuum_vacuum_scale_factor = 0.02);
alter table idempotency_keys set (autovacuum_vacuum_scale_factor = 0.02);
alter table request_log set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table events set (autovacuum_vacuum_scale_factor = 0.02);
alter table webhook_deliveries set (autovacuum_vacuum_scale_factor = 0.02);
alter table ledger_transfers set (autovacuum_vacuum_insert_scale_factor = 0.05);
