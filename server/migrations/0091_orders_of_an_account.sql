-- Who else wants the account that an order waits for.
create index orders_waiting_for_account on orders (retailer_credentials_id, created_at)
  where status = 'pending' and retailer_credentials_id is not null;
