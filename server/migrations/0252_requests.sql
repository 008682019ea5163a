-- Recent requests of each key, for its owner. Losing the last second in a crash is fine; delaying a request isn't.
create table request_log (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  world text not null,
  api_key_id uuid not null,
  request_id text not null,
  at timestamptz not null,
  method text not null,
  route text not null,
  path text not null,
  query text,
  status int not null,
  ms double precision not null,
  error_code text,
  error_message text,
  -- Without secrets, and at most a few KiB.
  body text,
  body_state text not null check (body_state in ('none', 'whole', 'masked', 'cut', 'too_large')),
  -- Under load, only some requests are logged. This is how many each row represents.
  stands_for int not null default 1
);
create index request_log_by_account on request_log (account_id, world, at desc, id desc);
create index request_log_by_request on request_log (account_id, request_id);
create index request_log_by_age on request_log using brin (at);
