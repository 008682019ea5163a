import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../../../kit/canonical-json.ts';
import { minuteMs, plusMs } from '../../../kit/clock.ts';
import type { Cents } from '../../../kit/money.ts';
import type { PaymentMethod } from './methods/method.ts';

/** A challenge as sent, and as returned in a credential. */
export interface Challenge {
  id: string;
  realm: string;
  method: string;
  intent: string;
  /** base64url of canonical JSON. */
  request: string;
  expires: string;
  digest: string | null;
  /** Shown to the payer; a credential may omit it. */
  description: string | null;
}

/** The one request that a challenge is valid for. */
export interface Subject {
  /** Method and URL with query. */
  route: string;
  /** Digest of the body; null without one. */
  digest: string | null;
  /** Shown to the payer. */
  description: string;
}

const expiresAfterMs = 5 * minuteMs;
const intent = 'charge';

/** The digest of a body as RFC 9530 writes it. */
export function digestOf(body: Buffer | null): string | null {
  return body && `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

/** The draft's seven slots, plus the route, which is not a parameter of the challenge. */
function computeChallengeId(secret: Buffer, challenge: Omit<Challenge, 'id' | 'description'>, route: string): Buffer {
  const { realm, method, request, expires, digest } = challenge;
  const slots = [realm, method, challenge.intent, request, expires, digest ?? '', '', route];
  return createHmac('sha256', secret).update(slots.join('|')).digest();
}

export interface Issuer {
  secret: Buffer;
  realm: string;
}

export function issueChallenge(
  { secret, realm }: Issuer,
  terms: Subject & { method: PaymentMethod; amount: Cents },
  now: Date,
): Challenge {
  const offer = terms.method.offer(terms.amount, randomBytes(16).toString('base64url'));
  const challenge = {
    realm,
    method: terms.method.name,
    intent,
    request: Buffer.from(canonicalJson(offer)).toString('base64url'),
    expires: plusMs(now, expiresAfterMs).toISOString(),
    digest: terms.digest,
  };
  return {
    id: computeChallengeId(secret, challenge, terms.route).toString('base64url'),
    ...challenge,
    description: terms.description,
  };
}

export const issuedAtOf = ({ expires }: Pick<Challenge, 'expires'>): Date => plusMs(new Date(expires), -expiresAfterMs);

/**
 * Whether we issued this challenge for this request. Single use depends on the text of the id, so texts are compared:
 * base64url has several spellings of the same bytes.
 */
export function isOwnChallenge({ secret, realm }: Issuer, challenge: Challenge, subject: Subject): boolean {
  if (challenge.realm !== realm || challenge.intent !== intent || challenge.digest !== subject.digest) return false;
  if (challenge.description !== null && challenge.description !== subject.description) return false;
  const expected = Buffer.from(computeChallengeId(secret, challenge, subject.route).toString('base64url'));
  const given = Buffer.from(challenge.id);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function challengeHeader(challenge: Challenge): string {
  const { id, realm, method, request, expires, digest, description } = challenge;
  const parameters = { id, realm, method, intent: challenge.intent, request, expires, digest, description };
  const written = Object.entries(parameters).filter(([, value]) => value !== null);
  return `Payment ${written.map(([name, value]) => `${name}="${value}"`).join(', ')}`;
}
