-- What a waiting order waits for, the account that it was last tried with, and whether its store asked for an account.
alter table orders
  add column waiting_for text check (waiting_for in ('account', 'code')),
  add column managed_account_id uuid,
  add column needs_account boolean not null default false;
