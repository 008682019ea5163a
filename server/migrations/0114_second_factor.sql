-- The authenticator of a person, for what moves money on the operator's desk; sealed. Without confirmed_at it counts for nothing.
create table people_factors (
  id uuid primary key references people (id),
  sealed bytea not null,
  confirmed_at timestamptz,
  -- The last time step whose code was taken: a code is not taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);
create trigger erase_key after delete or update of sealed on people_factors
  for each row execute function erase_key('sealed');

-- When the holder of this session last gave a code.
alter table people_sessions add column factor_at timestamptz;
