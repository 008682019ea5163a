-- What a pending order waits for, the account it last used, and whether its store required an account.
alter table orders
  add column waiting_for text check (waiting_for in ('account', 'code')),
  add column managed_account_id uuid,
  add column needs_account boolean not null default false;
