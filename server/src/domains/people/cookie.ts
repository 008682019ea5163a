import { createHmac, timingSafeEqual } from 'node:crypto';
import { secondMs } from '../../kit/clock.ts';
import { cookieValue } from '../../platform/http/index.ts';
import { sessionLifeMs } from './model.ts';

/** Browsers accept a `__Secure-` cookie only over TLS, so a network attacker cannot plant one. */
export const cookieNameFor = (publicUrl: string): string =>
  `${isSecure(publicUrl) ? '__Secure-' : ''}${cookiePrefix}.session_token`;

export const cookiePrefix = 'errand';

export const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

const signatureOf = (token: string, secret: string): Buffer => createHmac('sha256', secret).update(token).digest();

/** The session token from a Cookie header, if we signed it: `<token>.<base64 of its HMAC-SHA256>`. */
export function tokenIn(cookies: string, name: string, secret: string): string | null {
  const value = cookieValue(cookies, name);
  const dot = value?.lastIndexOf('.') ?? -1;
  if (value === null || dot < 1) return null;
  const token = value.slice(0, dot);
  const signature = Buffer.from(value.slice(dot + 1), 'base64');
  const expected = signatureOf(token, secret);
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null;
}

export function sessionCookie(publicUrl: string, token: string, secret: string): string {
  const value = encodeURIComponent(`${token}.${signatureOf(token, secret).toString('base64')}`);
  const secure = isSecure(publicUrl) ? ' Secure;' : '';
  const attributes = `Max-Age=${sessionLifeMs / secondMs}; Path=/; HttpOnly;${secure} SameSite=Lax`;
  return `${cookieNameFor(publicUrl)}=${value}; ${attributes}`;
}

export function clearedCookie(publicUrl: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : '';
  return `${cookieNameFor(publicUrl)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
