-- A key that an operator froze is rejected until it is unfrozen. Its owner sees that.
alter table api_keys add column frozen_at timestamptz;
