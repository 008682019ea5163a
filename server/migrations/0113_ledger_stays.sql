-- The ledger can't be truncated, and a transfer's account changes only when a sandbox is claimed, together with the
-- claim record.
create trigger ledger_is_never_emptied before truncate on ledger_transfers
  for each statement execute function refuse_change();

create function refuse_move() returns trigger language plpgsql as $$
begin
  if old.account_id <> new.account_id and not exists (
    select from sandbox_claims where sandbox_account_id = old.account_id and account_id = new.account_id) then
    raise exception 'ledger_transfers is append-only: no claim moves account % to %', old.account_id, new.account_id;
  end if;
  return null;
end $$;

-- Checked at commit, because the claim record is written last.
create constraint trigger ledger_moves_with_claims after update of account_id on ledger_transfers
  deferrable initially deferred for each row execute function refuse_move();
