import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the browser says that one of our own pages sent the request. Clients that send no such header are allowed: a
 * foreign page cannot make a browser omit it.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (headers.origin === undefined) return true;
  const { origin, protocol } = new URL(publicUrl);
  // The same server may have another name, such as localhost.
  return headers.origin === origin || headers.origin === `${protocol}//${headers.host}`;
}
