-- Decisions contain reasons that people gave. The chain can be deleted only as a whole, with a deleted account.
create function refuse_change_of_decisions() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from accounts where id = old.account_id and deleted_at is not null) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger policy_decisions_are_append_only on policy_decisions;
create trigger policy_decisions_are_append_only
  before delete or update of position, order_id, key_id, decision, rule, inputs, created_at, hash
  on policy_decisions for each row execute function refuse_change_of_decisions();
