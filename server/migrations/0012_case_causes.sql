-- Names the news that a message tells of, so that a teller who repeats himself is not repeated.
alter table case_messages add column cause text;
create unique index case_messages_by_cause on case_messages (order_id, cause) where cause is not null;
