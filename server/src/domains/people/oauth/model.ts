import { createHash, timingSafeEqual } from 'node:crypto';
import { dayMs, minuteMs } from '../../../kit/clock.ts';
import { isVisibleUrl } from '../../../kit/visible-url.ts';

/** How long a person has to decide, and how long the program then has to exchange its code. */
export const requestMs = 15 * minuteMs;
export const codeMs = minuteMs;
/** How long an OAuth key is valid before it must be refreshed. */
export const tokenMs = 90 * dayMs;
export const codeLength = 40;
/** How long a refresh token is valid before the person is asked again. */
export const refreshMs = 180 * dayMs;
export const refreshTokenLength = 48;

/** Scopes a program can get. Spending policies and retailer accounts stay with people. */
export const grantableScopes = ['read', 'order'] as const;
export type GrantableScope = (typeof grantableScopes)[number];

/** The requested scopes that can be granted; all of them if none were requested. Null if none are left. */
export function scopesFrom(asked: string | undefined): GrantableScope[] | null {
  const words = (asked ?? '').split(' ').filter((word) => word !== '');
  if (words.length === 0) return [...grantableScopes];
  const given = grantableScopes.filter((scope) => words.includes(scope));
  return given.length > 0 ? given : null;
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
/**
 * A domain that the app's maker owns, reversed: com.example.app (RFC 8252, section 7.1). No browser scheme has a dot.
 */
const privateScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

/** Allowed redirect URIs: https, loopback, or a reverse-domain scheme. */
export function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || !isVisibleUrl(text) || text.length > 2000 || text.includes('#')) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  if (protocol === 'http:') return loopback.has(hostname);
  return protocol === 'https:' || privateScheme.test(protocol);
}

/** Must match the registered text exactly; on loopback, the port may differ (RFC 8252, section 7.3). */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  // Also applies to programs that registered before this check existed.
  if (!isRedirectUri(asked)) return false;
  if (registered.includes(asked)) return true;
  const withoutPort = (text: string): string | null => {
    const url = new URL(text);
    if (url.protocol !== 'http:' || !loopback.has(url.hostname)) return null;
    url.port = '';
    return url.href;
  };
  const wanted = withoutPort(asked);
  return wanted !== null && registered.some((each) => withoutPort(each) === wanted);
}

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/;
export const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/** Whether the program that sends the code is the one that asked for it (PKCE). */
export function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!verifierPattern.test(verifier)) return false;
  const made = Buffer.from(hashOf(verifier).toString('base64url'));
  const asked = Buffer.from(challenge);
  return made.length === asked.length && timingSafeEqual(made, asked);
}

/** What a person sees of it. For an app scheme, that is the scheme, whatever host follows. */
export function redirectTargetOf(redirectUri: string): { uri: string; host: string } {
  const { href, protocol, hostname } = new URL(redirectUri);
  return { uri: href, host: protocol === 'https:' || protocol === 'http:' ? hostname : protocol };
}

/** The redirect URL with these parameters. */
export function buildRedirectUrl(redirectUri: string, values: Record<string, string | null>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(values)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}
