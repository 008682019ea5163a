-- Where outcomes are counted from once more, because the end of an order was told late; null: go on behind counted_to.
alter table outcome_checkpoint add column recount_from timestamptz;
