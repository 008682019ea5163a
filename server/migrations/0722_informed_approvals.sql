-- The quote's items and price, so that an approval of the order can show them.
alter table quotes add column cart jsonb;

-- What the person was shown. The approval doesn't apply to anything else.
alter table questions add column shown_digest text;
