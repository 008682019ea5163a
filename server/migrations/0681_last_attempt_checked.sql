alter table orders validate constraint orders_waiting_for_check;
