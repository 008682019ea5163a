-- A person's authenticator, required for moving money as an operator. Encrypted. It has no effect until confirmed_at is
-- set.
create table people_factors (
  id uuid primary key references people (id),
  sealed bytea not null,
  confirmed_at timestamptz,
  -- Time step of the last accepted code. A code is never accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);
create trigger erase_key after delete or update of sealed on people_factors
  for each row execute function erase_key('sealed');

-- When this session last entered a code.
alter table people_sessions add column factor_at timestamptz;
