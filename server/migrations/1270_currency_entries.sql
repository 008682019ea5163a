-- The ledgers of other currencies than US dollars, for others to read.
create view currency_entries as
  select id, world, account_id, currency, kind, debit, credit, amount as amount_cents, cause, cause_id, note, created_at
  from currency_transfers;
