-- Text as search compares it: in lower case, without accents. platform/database/sql-text.ts does the same to what is searched for. Most text is
-- ASCII, where this takes hardly longer than lower(). Latin capitals without a decomposition are named: lower() of the locale C leaves them.
create function fold_text(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value) = char_length(value) then
    return lower(value);
  end if;
  return replace(replace(replace(translate(lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g')),
    'øØłŁđĐħĦŧŦıÞÐŊẞÆŒ', 'oollddhhttiþðŋßæœ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
end $$;
