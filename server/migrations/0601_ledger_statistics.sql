-- The key of an owner says nothing that the account and the world do not say: the planner would take each of them to halve what is found.
create statistics if not exists ledger_owner (dependencies) on account_id, world, (owner_key(account_id, world)) from ledger_transfers;
