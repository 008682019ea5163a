-- owner_key depends on account and world. Without this, the planner would multiply their selectivities.
create statistics if not exists ledger_owner (dependencies) on account_id, world, (owner_key(account_id, world)) from ledger_transfers;
