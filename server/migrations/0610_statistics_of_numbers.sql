-- How many purchases have more than two numbers: the planner would take a third of them for such, and read every order for one number.
create statistics if not exists orders_how_many_numbers on (cardinality(merchant_order_ids)) from orders;
