-- Who made a key, so that it can be revoked when they leave the account. Null: not known, or no person made it.
alter table api_keys add column created_by uuid;
-- Who let a program in, which gets its key later.
alter table device_codes add column decided_by uuid;
alter table oauth_requests add column decided_by uuid;
