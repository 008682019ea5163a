-- Agents without a key: a checkout can belong to an agent that signs its requests. It is paid with a method of agent
-- mode, and its order has its own account.
alter table ucp_checkouts
  alter column api_key_id drop not null,
  -- URL of the agent's profile, proven by the signature if there is no key. It gets order updates.
  add column agent text,
  -- For a checkout without a key; a key has its own.
  add column world text check (world in ('test', 'live')),
  add constraint ucp_checkouts_owner check (
    (api_key_id is not null and world is null) or (api_key_id is null and agent is not null and world is not null)
  );
create index ucp_checkouts_by_order on ucp_checkouts (order_id) where order_id is not null;
