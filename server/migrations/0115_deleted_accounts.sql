-- An account whose owner deleted it, or a sandbox that expired: nothing personal is left in it once erased_at is set. The row stays,
-- because the ledger names it.
alter table accounts add column deleted_at timestamptz, add column erased_at timestamptz;
create index accounts_to_erase on accounts (deleted_at) where deleted_at is not null and erased_at is null;
