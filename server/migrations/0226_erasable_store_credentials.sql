-- When credentials are replaced or their store is deleted, their key is deleted too, so no copy can be decrypted.
create trigger erase_key after delete or update of credentials_sealed on stores
  for each row execute function erase_key('credentials_sealed');
