-- Set before the retailer is asked for a return, and cleared when it certainly was not. While it is set and `filed_at` is
-- not, the retailer may have heard: it is looked at before it is asked again.
alter table return_requests add column asked_at timestamptz;
