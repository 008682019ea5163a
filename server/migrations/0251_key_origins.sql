-- Pages of which origins may use a key from a browser; none unless it says so.
alter table api_keys add column allowed_origins text[];
create index api_keys_with_origins on api_keys using gin (allowed_origins) where allowed_origins is not null;
