-- Ledgers of currencies other than US dollars, as a view for other slices.
create view currency_entries as
  select id, world, account_id, currency, kind, debit, credit, amount as amount_cents, cause, cause_id, note, created_at
  from currency_transfers;
