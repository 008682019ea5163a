-- Order outcomes by minute, for hours that are still counted. outcome_hours has their sums.
create table outcome_minutes (
  world text not null check (world in ('test', 'live')),
  retailer text not null,
  minute timestamptz not null,
  outcome text not null check (outcome in ('placed', 'failed')),
  reason text not null default '',
  bucket int not null,
  orders int not null,
  doubts int not null default 0,
  primary key (minute, world, retailer, outcome, reason, bucket)
);

-- How far they are counted. Null before the first time.
create table outcome_checkpoint (
  only_one boolean primary key default true check (only_one),
  counted_to timestamptz
);
insert into outcome_checkpoint default values;
