-- A key's scopes, expiry and allowed addresses. Existing keys keep their permissions.
alter table api_keys
  add column scopes text[] not null default '{read,order,manage}'
    check (scopes <@ '{read,order,manage}' and cardinality(scopes) > 0),
  add column expires_at timestamptz,
  add column allowed_addresses text[];
