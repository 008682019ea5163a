import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { secondMs } from '../../kit/clock.ts';
import { cookieValue } from '../../platform/http/index.ts';
import { cookiePrefix, isSecure } from './cookie.ts';
import { linkLifeMs } from './model.ts';

/**
 * An attacker could send someone a sign-in link for the attacker's own account, and the victim would then work in that
 * account. So the browser that requests a link keeps a secret, and the link carries a proof derived from it.
 */
const cookieNameFor = (publicUrl: string): string =>
  `${isSecure(publicUrl) ? '__Host-' : ''}${cookiePrefix}.asking_browser`;

const secretPattern = /^[\w-]{43}$/;

/** The browser's secret from its Cookie header, or null. */
export function browserSecretIn(cookies: string, publicUrl: string): string | null {
  const value = cookieValue(cookies, cookieNameFor(publicUrl));
  return value !== null && secretPattern.test(value) ? value : null;
}

export const createBrowserSecret = (): string => randomBytes(32).toString('base64url');

/** The Set-Cookie header that stores the secret for the lifetime of a link. */
export function browserSecretCookie(secret: string, publicUrl: string): string {
  const attributes = `Max-Age=${linkLifeMs / secondMs}; Path=/; HttpOnly; SameSite=Lax`;
  return `${cookieNameFor(publicUrl)}=${secret}; ${attributes}${isSecure(publicUrl) ? '; Secure' : ''}`;
}

/** The proof in the link. It cannot be made without the browser's secret. */
export const createLinkProof = (secret: string, token: string): string =>
  createHmac('sha256', secret).update(token).digest('base64url');

export function isLinkProof(proof: string, secret: string, token: string): boolean {
  const [given, expected] = [Buffer.from(proof), Buffer.from(createLinkProof(secret, token))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
