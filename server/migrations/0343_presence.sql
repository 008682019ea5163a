-- Which operator is viewing or working on what. A row that wasn't refreshed recently has no effect.
create table operator_presence (
  subject text not null,
  operator text not null,
  seen_at timestamptz not null,
  claimed_at timestamptz,
  primary key (subject, operator)
);
create unique index operator_presence_claimed on operator_presence (subject) where claimed_at is not null;
create index operator_presence_by_age on operator_presence (seen_at);
