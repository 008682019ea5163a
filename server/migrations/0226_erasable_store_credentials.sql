-- Credentials that are replaced, or go with their store, take their key along: no copy of them opens any more.
create trigger erase_key after delete or update of credentials_sealed on stores
  for each row execute function erase_key('credentials_sealed');
