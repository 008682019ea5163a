-- What each key sent lately, for its owner to look into. Losing the last second in a crash is fine; holding anything too long is not.
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
  -- Without secrets, and at most a few KiB of it.
  body text,
  body_state text not null check (body_state in ('none', 'whole', 'masked', 'cut', 'too_large')),
  -- Under load one of several is kept, and says so.
  stands_for int not null default 1
);
create index request_log_by_account on request_log (account_id, world, at desc, id desc);
create index request_log_by_request on request_log (account_id, request_id);
create index request_log_by_age on request_log using brin (at);
