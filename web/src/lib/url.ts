/** The URL if it is safe to link to; null for javascript:, data: and invalid URLs. */
export function safeUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

/** A path on this origin; null for anything else. */
export function safePath(text: string | null, otherwise: string): string {
  if (!text?.startsWith('/') || text.startsWith('//') || text.includes('\\')) return otherwise;
  const url = new URL(text, location.origin);
  return url.origin === location.origin ? url.pathname + url.search : otherwise;
}
