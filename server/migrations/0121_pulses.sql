-- Each process updates its row about once a second. That shows whether the database accepts writes.
create table pulses (
  process uuid primary key,
  beaten_at timestamptz not null
);
