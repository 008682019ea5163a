-- 64-bit keys for an account in a world, a transfer's cause, and its words. Indexes on them need a third to half of the
-- space. Queries always compare the columns too. Each word is hashed with the ones before it, so that word boundaries
-- matter.
create function owner_key(account_id uuid, world text) returns bigint language sql immutable parallel safe
  return hashtextextended(world, uuid_hash_extended(account_id, 0));
create function cause_key(cause_id uuid) returns bigint language sql immutable parallel safe
  return uuid_hash_extended(cause_id, 0);
create function movement_key(cause_id uuid, kind text, debit text, credit text) returns bigint language sql immutable parallel safe
  return hashtextextended(credit, hashtextextended(debit, hashtextextended(kind, uuid_hash_extended(cause_id, 1))));

-- A new database (all its migrations are in this transaction) has no earlier version to serve. In others, indexes.sql
-- builds the new indexes without blocking writes, and drops the old ones a day later.
do $$
begin
  if not exists (select from kysely_migration where xmin <> pg_current_xact_id()::xid) then
    create unique index ledger_transfers_once on ledger_transfers (cause_key(cause_id), movement_key(cause_id, kind, debit, credit));
    alter table ledger_transfers drop constraint ledger_transfers_cause_id_kind_debit_credit_key;
    create index ledger_transfers_of_owner on ledger_transfers (owner_key(account_id, world), id);
    drop index ledger_transfers_by_account;
  end if;
end $$;
