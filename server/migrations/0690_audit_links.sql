-- Each entry in the operators' audit log gets a keyed link to the previous one, so changes and removals are detected.
create table audit_links (
  position bigint primary key,
  entry_id bigint not null unique,
  hash bytea not null
);
create trigger audit_links_are_append_only before update or delete on audit_links
  for each row execute function refuse_change();
create trigger audit_links_are_never_emptied before truncate on audit_links
  for each statement execute function refuse_change();
