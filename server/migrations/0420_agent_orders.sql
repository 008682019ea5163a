-- Orders that are paid per request or by payment link, without a person's account. The policy of the account that owns
-- paid calls applies to all of them. While the charge is in progress (charging_cents), the order doesn't exist yet.
create view agent_orders as
  select order_id, world, claimed_at as paid_at, case status when 'claimed' then amount_cents end as charging_cents
  from agent_payments where order_id is not null and status in ('claimed', 'settled')
  union all
  select l.order_id, l.world, o.created_at, null
  from payments l join orders o on o.id = l.order_id where l.is_agent and l.status = 'accepted';
