import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { type Candidate, type Component, candidatesIn, membersIn, signatureIn } from './signature-fields.ts';
import { timeFault } from './signature-times.ts';

/**
 * HTTP Message Signatures (RFC 9421) with a body digest (RFC 9530), as UCP uses them: one signature, an EC or Ed25519
 * key from a published JWK set, raw r||s encoding. A signature must cover everything that matters.
 */
export interface SigningKey {
  kid: string;
  /** P-256. */
  privateKey: KeyObject;
}

export interface RequestParts {
  method: string;
  url: string | URL;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export interface ResponseParts {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** UCP's codes for an invalid signature. */
export type SignatureFault = 'signature_invalid' | 'key_not_found' | 'digest_mismatch' | 'algorithm_unsupported';

/** `signatureId` identifies the signature, to detect replays. */
export type Verdict =
  | { kind: 'good'; signatureId: Buffer }
  | { kind: 'unsigned' }
  | { kind: 'bad'; code: SignatureFault; reason: string };

export const contentDigest = (body: string): string =>
  `sha-256=:${createHash('sha256').update(body, 'utf8').digest('base64')}:`;

/** The headers that sign this request; `headers` are those it is sent with. */
export function signRequest(key: SigningKey, parts: RequestParts, now: Date): Record<string, string> {
  const digest: Record<string, string> = parts.body === null ? {} : { 'content-digest': contentDigest(parts.body) };
  const whole = { ...parts, headers: { ...parts.headers, ...digest } };
  return {
    ...digest,
    ...signComponents(key, requestComponents(whole), (name) => requestComponentOf(whole, name), now),
  };
}

export function signResponse(key: SigningKey, parts: ResponseParts, now: Date): Record<string, string> {
  const digest: Record<string, string> = parts.body === null ? {} : { 'content-digest': contentDigest(parts.body) };
  const whole = { ...parts, headers: { ...parts.headers, ...digest } };
  return {
    ...digest,
    ...signComponents(key, responseComponents(whole), (name) => responseComponentOf(whole, name), now),
  };
}

/** With `now`, the signature must have a creation time and be neither old nor expired. */
export const verifyRequest = (keys: readonly unknown[], parts: RequestParts, now?: Date): Verdict =>
  verifyCandidates(keys, { ...parts, now, needsCreated: true }, requestComponents(parts), (name) =>
    requestComponentOf(parts, name),
  );

/** With `now`, an expired signature is rejected. Its age does not matter: see `timeFault`. */
export const verifyResponse = (keys: readonly unknown[], parts: ResponseParts, now?: Date): Verdict =>
  verifyCandidates(keys, { ...parts, now, needsCreated: false }, responseComponents(parts), (name) =>
    responseComponentOf(parts, name),
  );

/** What a request's signature must cover. */
function requestComponents({ url, headers, body }: RequestParts): string[] {
  const sent = ['ucp-agent', 'signature-agent', 'idempotency-key'].filter((name) => headers[name] !== undefined);
  const query = new URL(url).search === '' ? [] : ['@query'];
  return ['@method', '@authority', '@path', ...query, ...sent, ...bodyComponents(body)];
}

const responseComponents = ({ body }: ResponseParts): string[] => ['@status', ...bodyComponents(body)];
const bodyComponents = (body: string | null): string[] => (body ? ['content-digest', 'content-type'] : []);

function requestComponentOf({ method, url, headers }: RequestParts, name: string): string | undefined {
  const address = new URL(url);
  if (name === '@method') return method.toUpperCase();
  if (name === '@authority') return address.host.toLowerCase();
  if (name === '@path') return address.pathname;
  if (name === '@query') return address.search === '' ? '?' : address.search;
  return headers[name]?.trim();
}

const responseComponentOf = ({ status, headers }: ResponseParts, name: string): string | undefined =>
  name === '@status' ? String(status) : headers[name]?.trim();

function signComponents(
  key: SigningKey,
  names: string[],
  componentOf: (name: string) => string | undefined,
  now: Date,
) {
  const created = Math.floor(now.getTime() / 1000);
  const list = `(${names.map((name) => `"${name}"`).join(' ')});created=${created};keyid="${key.kid}"`;
  const components = names.map((name) => ({ name, written: `"${name}"`, member: null }));
  const base = baseOf(components, list, componentOf) ?? '';
  const value = sign('sha256', Buffer.from(base), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return { 'signature-input': `sig1=${list}`, signature: `sig1=:${value.toString('base64')}:` };
}

/** The text that is signed; null if it names something that the message lacks. */
function baseOf(
  components: readonly Component[],
  list: string,
  componentOf: (name: string) => string | undefined,
): string | null {
  const dictionaries = new Map<string, ReadonlyMap<string, string>>();
  const memberOf = (name: string, whole: string, member: string) => {
    const members = dictionaries.get(name) ?? membersIn(whole);
    dictionaries.set(name, members);
    return members.get(member);
  };
  const lines = components.map(({ name, written, member }) => {
    const whole = componentOf(name);
    return { written, value: whole === undefined || member === null ? whole : memberOf(name, whole, member) };
  });
  if (lines.some(({ value }) => value === undefined)) return null;
  return [...lines.map(({ written, value }) => `${written}: ${value}`), `"@signature-params": ${list}`].join('\n');
}

function verifyCandidates(
  keys: readonly unknown[],
  message: Pick<Signed, 'headers' | 'body' | 'now' | 'needsCreated'>,
  required: string[],
  componentOf: (name: string) => string | undefined,
): Verdict {
  const input = message.headers['signature-input'];
  if (input === undefined && message.headers.signature === undefined) return { kind: 'unsigned' };
  let fault: Fault = unreadable;
  for (const candidate of candidatesIn(input ?? '')) {
    const found = verifyCandidate(keys, candidate, { ...message, required, componentOf });
    if (Buffer.isBuffer(found)) return { kind: 'good', signatureId: found };
    fault = found;
  }
  return { kind: 'bad', ...fault };
}

interface Fault {
  code: SignatureFault;
  reason: string;
}

const fault = (code: SignatureFault, reason: string): Fault => ({ code, reason });
const unreadable = fault('signature_invalid', 'it cannot be read');

interface Signed {
  now?: Date | undefined;
  needsCreated: boolean;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  required: string[];
  componentOf: (name: string) => string | undefined;
}

/** The signature's id if it is valid, otherwise the reason it is not. */
function verifyCandidate(keys: readonly unknown[], candidate: Candidate, message: Signed): Fault | Buffer {
  const covered = candidate.components.filter(coversWhatWeCheck).map(({ name }) => name);
  const missing = message.required.find((name) => !covered.includes(name));
  if (missing !== undefined) return fault('signature_invalid', `it does not cover ${missing}`);
  const late = message.now ? timeFault(candidate.parameters, message.now, message) : null;
  if (late !== null) return fault('signature_invalid', late);
  const jwk = keys.find((key) => isJwk(key) && key.kid === candidate.parameters.get('keyid') && key.use !== 'enc');
  if (!isJwk(jwk)) return fault('key_not_found', 'its key is not published');
  const algorithm = algorithmOf(jwk);
  if (!algorithm) return fault('algorithm_unsupported', 'its key type is not supported');
  if (message.body && !isSame(sha256In(message.headers['content-digest'] ?? ''), contentDigest(message.body))) {
    return fault('digest_mismatch', 'the body does not match what was signed');
  }
  const base = baseOf(candidate.components, candidate.list, message.componentOf);
  const value = signatureIn(message.headers.signature ?? '', candidate.label);
  if (base === null || value === null) return unreadable;
  if (!isProven(jwk, algorithm.hash, base, value)) return fault('signature_invalid', 'it does not match');
  // Only the first half: anyone can derive a second valid ECDSA signature that differs in the other half.
  return createHash('sha256')
    .update(value.subarray(0, value.length / 2))
    .digest();
}

/** A body is compared with its SHA-256 digest, so a signature of another digest in the header proves nothing. */
const coversWhatWeCheck = ({ name, member }: Component): boolean =>
  name !== 'content-digest' || member === null || member === 'sha-256';

/** A message may have several kinds of digests. */
const sha256In = (digests: string): string =>
  digests
    .split(',')
    .map((digest) => digest.trim())
    .find((digest) => digest.startsWith('sha-256=')) ?? '';

function isProven(jwk: Jwk, hash: string | null, base: string, value: Buffer): boolean {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return verify(hash, Buffer.from(base), { key, dsaEncoding: 'ieee-p1363' }, value);
  } catch {
    return false;
  }
}

type Jwk = { kid: string; kty: string; crv?: string; use?: string };

const isJwk = (value: unknown): value is Jwk =>
  typeof value === 'object' && value !== null && 'kid' in value && typeof value.kid === 'string' && 'kty' in value;

/** Null for an unknown kind of key, which must not invalidate the others. */
function algorithmOf(jwk: unknown): { hash: string | null } | null {
  if (!isJwk(jwk)) return null;
  if (jwk.kty === 'EC' && jwk.crv === 'P-256') return { hash: 'sha256' };
  if (jwk.kty === 'EC' && jwk.crv === 'P-384') return { hash: 'sha384' };
  return jwk.kty === 'OKP' && jwk.crv === 'Ed25519' ? { hash: null } : null;
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left.trim()), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A P-256 key derived from 32 random bytes, with its public JWK. Its id is its thumbprint. */
export function signingKeyFrom(secret: Buffer): { key: SigningKey; jwk: Record<string, string> } {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  const point = curve.getPublicKey();
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const published = { crv: 'P-256', kty: 'EC', x, y };
  const kid = createHash('sha256').update(JSON.stringify(published)).digest('base64url');
  const privateKey = createPrivateKey({ key: { ...published, d: secret.toString('base64url') }, format: 'jwk' });
  return { key: { kid, privateKey }, jwk: { ...published, kid, use: 'sig', alg: 'ES256' } };
}
