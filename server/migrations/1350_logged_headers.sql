-- Headers of a logged request that explain it, such as Idempotency-Key. Null: logged before headers were kept.
alter table request_log add column headers jsonb;
