-- Deciding on an order locks the account's chain of decisions and nothing else, so every account with a policy has one: writing a policy
-- creates or moves it, and waits for the orders that are being decided.
create or replace function note_policy_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update policy_chains set epoch = epoch + 1 where account_id = old.account_id;
  end if;
  if tg_op <> 'DELETE' and tg_table_name = 'policies' then
    insert into policy_chains (account_id, world, length, hash) values (new.account_id, new.world, 0, decode(repeat('00', 32), 'hex'))
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.account_id <> old.account_id) then
    update policy_chains set epoch = epoch + 1 where account_id = new.account_id;
  end if;
  return null;
end $$;

insert into policy_chains (account_id, world, length, hash)
select distinct account_id, world, 0, decode(repeat('00', 32), 'hex') from policies
on conflict do nothing;
