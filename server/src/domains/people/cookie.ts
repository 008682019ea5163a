import { createHmac, timingSafeEqual } from 'node:crypto';
import { cookieValue } from '../../platform/http/index.ts';

/** Browsers take a `__Secure-` cookie over TLS only, so an attacker on the network cannot plant one. */
export const cookieNameFor = (publicUrl: string): string =>
  `${isSecure(publicUrl) ? '__Secure-' : ''}${cookiePrefix}.session_token`;

export const cookiePrefix = 'errand';

export const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** The session token in a Cookie header whose signature is ours: `<token>.<base64 of its HMAC-SHA256>`, as better-auth signs. */
export function tokenIn(cookies: string, name: string, secret: string): string | null {
  const value = cookieValue(cookies, name);
  const dot = value?.lastIndexOf('.') ?? -1;
  if (value === null || dot < 1) return null;
  const token = value.slice(0, dot);
  const signature = Buffer.from(value.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(token).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null;
}

/** The Set-Cookie header that makes a browser forget its session. */
export function clearedCookie(publicUrl: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : '';
  return `${cookieNameFor(publicUrl)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
