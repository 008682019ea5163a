-- Agents without a key: a checkout may belong to an agent that proves who it is by the signature of its requests. It is
-- paid for with a method of agent mode, and its order has an account of its own.
alter table ucp_checkouts
  alter column api_key_id drop not null,
  -- The address of the agent's profile: who opened it, as proven where there is no key. It is told about the order.
  add column agent text,
  -- Of a checkout without a key; a key has its own.
  add column world text check (world in ('test', 'live')),
  add constraint ucp_checkouts_owner check (
    (api_key_id is not null and world is null) or (api_key_id is null and agent is not null and world is not null)
  );
create index ucp_checkouts_by_order on ucp_checkouts (order_id) where order_id is not null;
