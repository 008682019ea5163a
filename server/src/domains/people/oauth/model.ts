import { createHash, timingSafeEqual } from 'node:crypto';
import { dayMs, minuteMs } from '../../../kit/clock.ts';

/** How long a person has to decide, and how long the program then has to fetch its key. */
export const requestMs = 15 * minuteMs;
export const codeMs = minuteMs;
/** So long a key that a program got this way is good; then it is renewed, or the person is asked again. */
export const tokenMs = 90 * dayMs;
export const codeLength = 40;
/** So long a program may renew its key after it last did; then the person is asked again. */
export const refreshMs = 180 * dayMs;
export const refreshTokenLength = 48;

/** What a program may be given. Rules and retailer accounts stay with people. */
export const grantableScopes = ['read', 'order'] as const;
export type GrantableScope = (typeof grantableScopes)[number];

/** What was asked for, as far as it can be given; everything that can when nothing was. Null when nothing is left. */
export function scopesFrom(asked: string | undefined): GrantableScope[] | null {
  const words = (asked ?? '').split(' ').filter((word) => word !== '');
  if (words.length === 0) return [...grantableScopes];
  const given = grantableScopes.filter((scope) => words.includes(scope));
  return given.length > 0 ? given : null;
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
/** A domain the app's maker owns, reversed: com.example.app (RFC 8252, section 7.1). No scheme of a browser has a dot. */
const privateScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

/** Where a program may be sent back to: by TLS, on this machine, or in an app with a reverse-domain scheme. */
export function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || text.length > 2000 || text.includes('#')) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  if (protocol === 'http:') return loopback.has(hostname);
  return protocol === 'https:' || privateScheme.test(protocol);
}

/** The very text that was registered; on this machine the port may be another each time (RFC 8252, section 7.3). */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  // Programs that registered before the rules became strict are held to them as well.
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

/** Whether the program that brings the code is the one that asked for it (PKCE). */
export function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!verifierPattern.test(verifier)) return false;
  const made = Buffer.from(hashOf(verifier).toString('base64url'));
  const asked = Buffer.from(challenge);
  return made.length === asked.length && timingSafeEqual(made, asked);
}

/** What a person is shown of it: an app's scheme is the app, whatever host is written behind it. */
export function redirectTargetOf(redirectUri: string): { uri: string; host: string } {
  const { href, protocol, hostname } = new URL(redirectUri);
  return { uri: href, host: protocol === 'https:' || protocol === 'http:' ? hostname : protocol };
}

/** The way back to the program, with what it is to learn. */
export function buildRedirectUrl(redirectUri: string, values: Record<string, string | null>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(values)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}
