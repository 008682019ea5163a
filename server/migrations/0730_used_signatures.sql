-- Accepted UCP signatures until they expire, so that a captured request can't be replayed.
create table used_signatures (
  id bytea primary key,
  expires_at timestamptz not null
);
create index used_signatures_by_expiry on used_signatures (expires_at);
