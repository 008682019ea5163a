-- Sandbox test clocks. Objects that follow one take their times from it.
create table test_clocks (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text,
  now_at timestamptz not null,
  -- When now_at was set, in real time.
  set_at timestamptz not null,
  -- The target time, while it advances.
  advance_to timestamptz,
  -- Stops made so far in this advance.
  stops int not null default 0,
  created_at timestamptz not null
);
create index test_clocks_by_account on test_clocks (account_id, created_at);

-- Null: real time. A job that isn't due on its clock has run_at = 'infinity' until the clock reaches clock_at.
alter table jobs
  add column clock_id uuid,
  add column clock_at timestamptz;

alter table orders add column test_clock uuid;
alter table quotes add column test_clock uuid;
alter table managed_accounts add column test_clock uuid;
alter table webhook_deliveries add column test_clock uuid;

-- Work that follows a test clock says so in errand.clock, and writes times of that clock. Jobs of its objects wait for the clock; other
-- jobs wait as long in real time. The lock on the clock makes an advance wait for transactions that wrote jobs by its old time.
create function park_job() returns trigger language plpgsql as $$
declare
  clock_now timestamptz;
begin
  select now_at into clock_now from test_clocks where id = current_setting('errand.clock')::uuid for share;
  if not found then
    new.run_at := '-infinity';
    return new;
  end if;
  if new.payload ?| array['orderId', 'returnId', 'questionId', 'cancellationId', 'batchId', 'clockId'] then
    new.clock_id := current_setting('errand.clock')::uuid;
    -- A job that is added to one that waits already passes here twice; 'infinity' says that clock_at is set.
    if new.run_at < 'infinity' then new.clock_at := greatest(new.run_at, clock_now); end if;
    new.run_at := case when new.run_at > clock_now + interval '1 second' then 'infinity' else '-infinity' end::timestamptz;
  elsif tg_op = 'INSERT' and isfinite(new.run_at) then
    new.run_at := clock_timestamp() + (new.run_at - clock_now);
  end if;
  return new;
end $$;

create trigger park_job before insert or update of run_at on jobs
  for each row when (coalesce(current_setting('errand.clock', true), '') <> '') execute function park_job();

create or replace view job_summaries as
  select id, kind, payload, dedupe_key, attempts, last_error, run_at, dead_at, created_at, clock_at from jobs;
