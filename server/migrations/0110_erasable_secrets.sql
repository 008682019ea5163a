-- A version 2 record starts with the byte 2 and the 16 bytes of its key's ID. When such a record is updated or deleted,
-- a job deletes its key outside the database, and no copy of the record can be decrypted. The trigger's arguments are
-- the columns. It is part of the transaction, so no writer can skip it.
create function erase_key() returns trigger language plpgsql as $$
declare
  field text;
  before bytea;
  after bytea;
begin
  foreach field in array tg_argv loop
    execute format('select ($1).%I', field) using old into before;
    continue when before is null or octet_length(before) < 18 or get_byte(before, 0) <> 2;
    if tg_op = 'UPDATE' then
      execute format('select ($1).%I', field) using new into after;
      continue when after is not null and substring(after from 1 for 17) = substring(before from 1 for 17);
    end if;
    insert into jobs (kind, payload, run_at)
    values ('secrets.erase-key', jsonb_build_object('keyId', encode(substring(before from 2 for 16), 'hex')), '-infinity');
  end loop;
  return null;
end $$;

create trigger erase_key
  after delete or update of password_sealed, totp_sealed, config_sealed, session_sealed on managed_accounts
  for each row execute function erase_key('password_sealed', 'totp_sealed', 'config_sealed', 'session_sealed');
create trigger erase_key after delete or update of sealed on account_codes for each row execute function erase_key('sealed');
create trigger erase_key after delete or update of sealed on order_secrets for each row execute function erase_key('sealed');

-- Card security codes are kept in a process's memory only.
alter table order_secrets drop column security_code;

-- The service's own secrets, created once for all processes and encrypted.
create table kept_secrets (
  name text primary key,
  sealed bytea not null
);
