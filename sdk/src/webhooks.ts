import { webCrypto } from './web-crypto.ts';

/** What a webhook's body says, in the current API. */
export interface WebhookEvent<Data = Record<string, unknown>> {
  type: string;
  timestamp: string;
  data: Data;
}

export interface SignedMessage {
  /** The body exactly as it came, before anything has read it as JSON. */
  payload: string | Uint8Array;
  headers: Headers | Record<string, string | string[] | undefined>;
  /** whsec_…; several while one is being replaced. */
  secret: string | string[];
  /** How old, or how far ahead, a message may be; 300 unless told. */
  toleranceSeconds?: number;
}

/** Not a message of the service, or not a fresh one: answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

/** The event, once its signature and its time have proven good (Standard Webhooks). Give it to no handler before. */
export async function verifyWebhook<Data = Record<string, unknown>>(
  message: SignedMessage,
): Promise<WebhookEvent<Data>> {
  const { payload, secret, toleranceSeconds = 300 } = message;
  const id = headerOf(message, 'webhook-id');
  const timestamp = headerOf(message, 'webhook-timestamp');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // Not a number is not within the tolerance, either.
  if (!(Math.abs(Date.now() / 1000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('The message is too old, or its time is wrong.');
  }
  const encoder = new TextEncoder();
  const body = typeof payload === 'string' ? encoder.encode(payload) : payload;
  const head = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const signatures = headerOf(message, 'webhook-signature')
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => bytesOf(each.slice(3)));
  if (!(await isSignedByOne([secret].flat(), signatures, signed))) {
    throw new WebhookVerificationError('No signature of the message is of this secret.');
  }
  return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent<Data>;
}

async function isSignedByOne(
  secrets: string[],
  signatures: (Uint8Array<ArrayBuffer> | null)[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { subtle } = await webCrypto();
  for (const secret of secrets) {
    const bytes = bytesOf(secret.replace(/^whsec_/, ''));
    if (bytes === null || bytes.length === 0) throw new TypeError('The secret of a webhook looks like whsec_….');
    const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures) {
      // Compared by the platform, in a time that tells nothing.
      if (signature !== null && (await subtle.verify('HMAC', key, signature, signed))) return true;
    }
  }
  return false;
}

function headerOf({ headers }: SignedMessage, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : findIn(headers, name);
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

function findIn(headers: Record<string, string | string[] | undefined>, name: string): string | undefined {
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(value) ? value[0] : value;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
