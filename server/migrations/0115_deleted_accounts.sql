-- A deleted account, or an expired sandbox. Once erased_at is set, it has no personal data. The row stays because the
-- ledger refers to it.
alter table accounts add column deleted_at timestamptz, add column erased_at timestamptz;
create index accounts_to_erase on accounts (deleted_at) where deleted_at is not null and erased_at is null;
