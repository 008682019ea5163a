-- Signatures of UCP requests that were accepted, until they expire: a captured request cannot be sent again.
create table used_signatures (
  id bytea primary key,
  expires_at timestamptz not null
);
create index used_signatures_by_expiry on used_signatures (expires_at);
