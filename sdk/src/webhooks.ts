import type { WebhookMessage, WebhookMessages } from '../generated/operations.ts';
import { WebhookVerificationError } from './errors.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { webCrypto } from './web-crypto.ts';

export interface SignedMessage {
  /** The body exactly as it arrived, before it is parsed as JSON. */
  payload: string | Uint8Array;
  /** The request's headers: a `Headers` object, or a plain object as in Node.js, Express and Fastify. */
  headers: { get(name: string): string | null } | Record<string, string | string[] | undefined>;
  /** `whsec_…`, or several while you rotate. An undefined secret throws a TypeError. */
  secret: string | readonly string[] | undefined;
  /** How far the message's timestamp may be in the past or future. 300 by default. */
  toleranceSeconds?: number | undefined;
}

/**
 * Verifies the signature and the time of a webhook message (Standard Webhooks) and returns its event.
 * Throws a `WebhookVerificationError` if the message is not from the service or is too old.
 */
export async function verifyWebhook(message: SignedMessage): Promise<WebhookMessage> {
  const { payload, secret, toleranceSeconds = 300 } = message;
  const id = headerOf(message, 'webhook-id');
  const timestamp = headerOf(message, 'webhook-timestamp');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // NaN fails this check too.
  if (!(Math.abs(Date.now() / 1000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('The message is too old, or its timestamp is wrong.');
  }
  const signatures = headerOf(message, 'webhook-signature')
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => bytesOf(each.slice(3)));
  const signed = signedBytes(id, timestamp, payload);
  let isGood = false;
  for (const one of secret === undefined || typeof secret === 'string' ? [secret] : secret) {
    const key = await keyOf(one, 'verify');
    for (const signature of signatures) {
      // The platform compares in constant time.
      isGood ||= signature !== null && (await webCrypto.subtle.verify('HMAC', key, signature, signed));
    }
  }
  if (!isGood) throw new WebhookVerificationError('No signature matches this secret.');
  return JSON.parse(typeof payload === 'string' ? payload : new TextDecoder().decode(payload));
}

export interface TestEvent<Type extends keyof WebhookMessages> {
  /** The secret that your endpoint verifies with, `whsec_…`. */
  secret: string;
  type: Type;
  /** The fields of the object that your code reads. The service always sends all fields. */
  data: Partial<WebhookMessages[Type]['data']>;
  /** The `webhook-id` header. Random by default. */
  id?: string | undefined;
  /** When it was sent. Now by default. */
  sentAt?: Date | undefined;
}

/** A signed message. Post `payload` with `headers` to your endpoint. */
export interface SignedTestEvent {
  payload: string;
  headers: Record<'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
}

/** Signs an event as the service does, for tests of your endpoint. */
export function signTestEvent<Type extends keyof WebhookMessages>(event: TestEvent<Type>): Promise<SignedTestEvent> {
  const { type, data, sentAt = new Date(), id = `msg_${newIdempotencyKey()}`, secret } = event;
  const payload = JSON.stringify({ type, timestamp: sentAt.toISOString(), data });
  return signMessage({ id, payload, secret, sentAt });
}

export interface UnsignedMessage {
  id: string;
  payload: string;
  secret: string;
  sentAt: Date;
}

export async function signMessage({ id, payload, secret, sentAt }: UnsignedMessage): Promise<SignedTestEvent> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const key = await keyOf(secret, 'sign');
  const signature = new Uint8Array(await webCrypto.subtle.sign('HMAC', key, signedBytes(id, timestamp, payload)));
  return {
    payload,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
    },
  };
}

function keyOf(secret: string | undefined, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const bytes = bytesOf((secret ?? '').replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0) throw new TypeError('The webhook secret must look like whsec_….');
  return webCrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

function signedBytes(id: string, timestamp: string, payload: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const head = encoder.encode(`${id}.${timestamp}.`);
  const body = typeof payload === 'string' ? encoder.encode(payload) : payload;
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  return signed;
}

function headerOf({ headers }: SignedMessage, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : findIn(headers, name);
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

function findIn(headers: object, name: string): unknown {
  const value: unknown = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(value) ? value[0] : value;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
