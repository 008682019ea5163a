-- 64 bits that stand for an account in a world, for the cause of a movement, and for its words: an index of such pairs takes a third to a
-- half of the room. Rows are always compared by their columns as well. Each word is hashed with what came before it, so that where one
-- ends and the next begins makes a difference.
create function owner_key(account_id uuid, world text) returns bigint language sql immutable parallel safe
  return hashtextextended(world, uuid_hash_extended(account_id, 0));
create function cause_key(cause_id uuid) returns bigint language sql immutable parallel safe
  return uuid_hash_extended(cause_id, 0);
create function movement_key(cause_id uuid, kind text, debit text, credit text) returns bigint language sql immutable parallel safe
  return hashtextextended(credit, hashtextextended(debit, hashtextextended(kind, uuid_hash_extended(cause_id, 1))));

-- A database that is made now (all its migrations are of this transaction) has no older version to serve. In others indexes.sql builds the
-- new ones while everybody goes on writing, and drops the old ones a day later.
do $$
begin
  if not exists (select from kysely_migration where xmin <> pg_current_xact_id()::xid) then
    create unique index ledger_transfers_once on ledger_transfers (cause_key(cause_id), movement_key(cause_id, kind, debit, credit));
    alter table ledger_transfers drop constraint ledger_transfers_cause_id_kind_debit_credit_key;
    create index ledger_transfers_of_owner on ledger_transfers (owner_key(account_id, world), id);
    drop index ledger_transfers_by_account;
  end if;
end $$;
