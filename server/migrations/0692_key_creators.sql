-- Who created a key, so that it can be revoked when they leave the account. Null: unknown, or not created by a person.
alter table api_keys add column created_by uuid;
-- Who approved an app, which gets its key later.
alter table device_codes add column decided_by uuid;
alter table oauth_requests add column decided_by uuid;
