-- A key that an operator froze opens nothing until it is thawed; its owner sees that, and keeps it.
alter table api_keys add column frozen_at timestamptz;
