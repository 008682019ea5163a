-- What a quote said about each item and the price, so that an approval of its order can show it.
alter table quotes add column cart jsonb;

-- What the person was shown before they said yes; an approval of something else does not fit.
alter table questions add column shown_digest text;
