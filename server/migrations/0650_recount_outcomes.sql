-- From where to count again, because an outcome was recorded late. Null: continue after counted_to.
alter table outcome_checkpoint add column recount_from timestamptz;
