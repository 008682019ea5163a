-- Writing policies is a scope of its own. Keys that exist do not get it: a person gives it.
alter table api_keys drop constraint api_keys_scopes_check,
  add constraint api_keys_scopes_check
    check (scopes <@ '{read,order,manage,policies}' and cardinality(scopes) > 0) not valid;

-- What a program asks for with a device code, and after the person decided, what it was given.
alter table device_codes add column scopes text[] not null default '{read,order}';
