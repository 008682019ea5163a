import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { secondMs } from '../../kit/clock.ts';
import { cookieValue } from '../../platform/http/index.ts';
import { cookiePrefix, isSecure } from './cookie.ts';
import { linkLifeMs } from './model.ts';

/**
 * The person who opens a link did not always ask for it: an attacker could have sent them their own link, and they would do all
 * that follows in that account. So a browser that asks keeps a secret, and the link carries a proof that was made with it.
 */
const cookieNameFor = (publicUrl: string): string =>
  `${isSecure(publicUrl) ? '__Host-' : ''}${cookiePrefix}.asking_browser`;

const secretPattern = /^[\w-]{43}$/;

/** The secret of the browser that sent this Cookie header; null when it has none. */
export function browserSecretIn(cookies: string, publicUrl: string): string | null {
  const value = cookieValue(cookies, cookieNameFor(publicUrl));
  return value !== null && secretPattern.test(value) ? value : null;
}

export const createBrowserSecret = (): string => randomBytes(32).toString('base64url');

/** The Set-Cookie header that makes a browser keep its secret for as long as a link works. */
export function browserSecretCookie(secret: string, publicUrl: string): string {
  const attributes = `Max-Age=${linkLifeMs / secondMs}; Path=/; HttpOnly; SameSite=Lax`;
  return `${cookieNameFor(publicUrl)}=${secret}; ${attributes}${isSecure(publicUrl) ? '; Secure' : ''}`;
}

/** What the link of this token carries; it cannot be made without the browser's secret. */
export const createLinkProof = (secret: string, token: string): string =>
  createHmac('sha256', secret).update(token).digest('base64url');

export function isLinkProof(proof: string, secret: string, token: string): boolean {
  const [given, expected] = [Buffer.from(proof), Buffer.from(createLinkProof(secret, token))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
