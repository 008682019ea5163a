-- What was answered, beside what was sent: without secrets, and at most a few KiB of it. Null: logged before this was kept.
alter table request_log add column response text;
-- How much was kept, as body_state.
alter table request_log add column response_state text;
