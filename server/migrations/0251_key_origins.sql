-- Web origins that may use a key from a browser. None by default.
alter table api_keys add column allowed_origins text[];
create index api_keys_with_origins on api_keys using gin (allowed_origins) where allowed_origins is not null;
