-- Key groups that share a policy. A key is in at most one group.
create table key_groups (
  key_id uuid primary key references api_keys (id),
  account_id uuid not null references accounts (id),
  name text not null
);
create index key_groups_by_name on key_groups (account_id, name);

-- Spending policies. A policy applies to one key, a group of keys, or an account in one world.
create table policies (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  world text not null check (world in ('test', 'live')),
  scope text not null check (scope in ('account', 'group', 'key')),
  -- The key's ID, the group's name, or '' for the account.
  subject text not null,
  version int not null check (version > 0),
  rules jsonb not null,
  is_frozen boolean not null,
  updated_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, world, scope, subject)
);

-- Every version, so that a decision can be explained by the rules at the time.
create table policy_versions (
  policy_id uuid not null,
  version int not null,
  account_id uuid not null,
  world text not null,
  scope text not null,
  subject text not null,
  -- Null: the policy was deleted.
  rules jsonb,
  updated_by text not null,
  created_at timestamptz not null,
  primary key (policy_id, version)
);
create index policy_versions_by_account on policy_versions (account_id, world, created_at desc);

-- A batch's rows count from the moment the batch is accepted, before their orders exist.
create table reserved_spend (
  order_id uuid primary key,
  account_id uuid not null,
  world text not null,
  key_id uuid,
  cents bigint not null,
  created_at timestamptz not null
);
create index reserved_spend_by_account on reserved_spend (account_id, world);

-- Each decision contains the previous one's hash, so changes and removals are detected.
create table policy_chains (
  account_id uuid not null,
  world text not null,
  length bigint not null,
  hash bytea not null,
  primary key (account_id, world)
);
create table policy_decisions (
  account_id uuid not null,
  world text not null,
  position bigint not null,
  order_id uuid not null,
  key_id uuid,
  decision text not null check (decision in ('allow', 'approve', 'deny')),
  rule text,
  -- The inputs of the decision and the policy versions, as canonical JSON: exactly the text that was hashed.
  inputs text not null,
  created_at timestamptz not null,
  hash bytea not null,
  primary key (account_id, world, position)
);
create index policy_decisions_by_order on policy_decisions (order_id);
create trigger policy_decisions_are_append_only before delete or update of position, order_id, key_id, decision, rule, inputs, created_at, hash
  on policy_decisions for each row execute function refuse_change();

-- Each threshold of a window alerts once per period.
create table policy_alerts (
  policy_id uuid not null,
  rule text not null,
  period_start timestamptz not null,
  percent int not null,
  created_at timestamptz not null,
  primary key (policy_id, rule, period_start, percent)
);

create index orders_by_key on orders (api_key_id, created_at desc);
