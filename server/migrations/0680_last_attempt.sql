-- Why the last attempt bought nothing, and when the next one starts: {at, reason, message, next_at, refusals}.
alter table orders add column last_attempt jsonb;

-- An order that will be retried waits for that attempt.
alter table orders drop constraint orders_waiting_for_check,
  add constraint orders_waiting_for_check
    check (waiting_for in ('account', 'code', 'retailer', 'action', 'policy', 'hold', 'retry')) not valid;
