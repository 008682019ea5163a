-- The response to a logged request, without secrets and at most a few KiB. Null: logged before responses were kept.
alter table request_log add column response text;
-- How much was kept, as in body_state.
alter table request_log add column response_state text;
