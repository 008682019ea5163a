-- ID of the change that a message reports, so a job that runs twice adds it once.
alter table case_messages add column cause text;
create unique index case_messages_by_cause on case_messages (order_id, cause) where cause is not null;
