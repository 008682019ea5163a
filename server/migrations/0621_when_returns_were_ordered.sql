update return_requests r set ordered_at = o.created_at from orders o where o.id = r.order_id and r.ordered_at is null;
