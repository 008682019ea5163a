-- Orders that wait for the same account.
create index orders_waiting_for_account on orders (retailer_credentials_id, created_at)
  where status = 'pending' and retailer_credentials_id is not null;
