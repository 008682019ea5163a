-- How many purchases have more than two numbers. Otherwise the planner would estimate a third, and read every order for
-- one number.
create statistics if not exists orders_how_many_numbers on (cardinality(merchant_order_ids)) from orders;
