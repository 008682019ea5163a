/** The value of the named cookie; null if it is missing or cannot be decoded. */
export function cookieValue(cookies: string, name: string): string | null {
  for (const cookie of cookies.split(';')) {
    const equals = cookie.indexOf('=');
    if (cookie.slice(0, equals).trim() !== name) continue;
    try {
      return decodeURIComponent(cookie.slice(equals + 1).trim());
    } catch {
      return null;
    }
  }
  return null;
}
