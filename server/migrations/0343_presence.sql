-- Which operator looks at what, and who has said that they work on it. A row that was not seen for a while says nothing.
create table operator_presence (
  subject text not null,
  operator text not null,
  seen_at timestamptz not null,
  claimed_at timestamptz,
  primary key (subject, operator)
);
create unique index operator_presence_claimed on operator_presence (subject) where claimed_at is not null;
create index operator_presence_by_age on operator_presence (seen_at);
