-- Writing policies is a separate scope. Existing keys don't get it: a person has to grant it.
alter table api_keys drop constraint api_keys_scopes_check,
  add constraint api_keys_scopes_check
    check (scopes <@ '{read,order,manage,policies}' and cardinality(scopes) > 0) not valid;

-- The scopes that an app requests with a device code, and, after the person's decision, the granted ones.
alter table device_codes add column scopes text[] not null default '{read,order}';
