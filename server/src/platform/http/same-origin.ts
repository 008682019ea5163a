import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser says that one of our own pages is asking. Other clients say nothing about it and are let through: no
 * stranger's page can make a browser keep quiet.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (headers.origin === undefined) return true;
  const { origin, protocol } = new URL(publicUrl);
  // The same server may be called by another name, such as localhost.
  return headers.origin === origin || headers.origin === `${protocol}//${headers.host}`;
}
