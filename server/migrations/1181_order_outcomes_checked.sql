alter table orders validate constraint orders_outcome_check;
