-- A process that has counted an account's spending can decide its next orders without counting again, as long as the
-- decision chain hasn't changed. Every change to an account's policies, or to the keys they apply to, increases the
-- epoch.
alter table policy_chains add column epoch bigint not null default 0;
alter table policy_chains set (fillfactor = 70);
-- Nothing looks up decisions by their order.
drop index policy_decisions_by_order;

create function note_policy_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update policy_chains set epoch = epoch + 1 where account_id = old.account_id;
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.account_id <> old.account_id) then
    update policy_chains set epoch = epoch + 1 where account_id = new.account_id;
  end if;
  return null;
end $$;
create trigger policies_move_the_epoch after insert or update or delete on policies
  for each row execute function note_policy_change();
create trigger key_groups_move_the_epoch after insert or update or delete on key_groups
  for each row execute function note_policy_change();
