-- Each process writes its row about once a second: whether the database takes writes is known from trying.
create table pulses (
  process uuid primary key,
  beaten_at timestamptz not null
);
