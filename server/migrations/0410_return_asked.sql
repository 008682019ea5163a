-- Set before a return is requested at the retailer, and cleared if the request certainly didn't arrive. While it is set
-- and `filed_at` isn't, the retailer may have it, so Errand checks before it requests the return again.
alter table return_requests add column asked_at timestamptz;
