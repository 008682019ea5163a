/** Pays for agent calls: a `fetch` that answers a 402 with one of the payment methods you gave it. */

/** One challenge from a 402, in the format of the Payment HTTP authentication scheme. */
export interface PaymentChallenge {
  id: string;
  realm: string;
  method: string;
  intent: string;
  /** base64url of JSON: amount, currency and what the method needs. */
  request: string;
  expires?: string;
  digest?: string;
  opaque?: string;
  description?: string;
}

/** One payment method. */
export interface Payer {
  method: string;
  /** The payload of the credential: whatever the method accepts as payment for this challenge. */
  pay(challenge: PaymentChallenge): unknown;
}

/** Test money: nothing real is charged or bought. */
export const sandboxPayer: Payer = { method: 'sandbox', pay: () => ({ token: 'sandbox_ok' }) };

/** Credit bought with POST /agent/credit: the secret pays for data calls until the credit is used up. */
export const prepaidPayer = (secret: string): Payer => ({ method: 'prepaid', pay: () => ({ token: secret }) });

/**
 * A `fetch` that pays, once per call: a second 402 is returned to the caller. If a request has an Idempotency-Key
 * and its response is lost, the same credential is sent again. It is never paid twice.
 */
export function payingFetch(
  payers: Payer[],
  fetch: typeof globalThis.fetch = globalThis.fetch,
): typeof globalThis.fetch {
  const acceptPayment = payers.map((payer) => `${payer.method}/charge`).join(', ');
  return async (input, init) => {
    const original = new Request(input, init);
    if (!original.headers.has('accept-payment')) original.headers.set('accept-payment', acceptPayment);
    const first = await fetch(original.clone());
    if (first.status !== 402) return first;
    const challenges = readChallenges(first.headers.get('www-authenticate') ?? '');
    for (const payer of payers) {
      const challenge = challenges.find(({ method, intent }) => method === payer.method && intent === 'charge');
      if (!challenge) continue;
      original.headers.set('authorization', credentialFor(challenge, await payer.pay(challenge)));
      return sendPaid(fetch, original);
    }
    return first;
  };
}

async function sendPaid(fetch: typeof globalThis.fetch, paid: Request): Promise<Response> {
  const canRepeat = paid.headers.has('idempotency-key');
  try {
    return await fetch(paid.clone());
  } catch (error) {
    if (!canRepeat || paid.signal.aborted) throw error;
    return fetch(paid);
  }
}

/** The value of an Authorization header that pays for a challenge. */
export function credentialFor(challenge: PaymentChallenge, payload: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ challenge, payload }));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `Payment ${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** The challenges in WWW-Authenticate. `fetch` joins repeated headers with commas. */
export function readChallenges(header: string): PaymentChallenge[] {
  const challenges: Record<string, string>[] = [];
  const part = /(?:^|,)\s*(?:([A-Za-z]+)\s+)?([a-z]+)="((?:[^"\\]|\\.)*)"/gy;
  let current: Record<string, string> | null = null;
  for (let match = part.exec(header); match; match = part.exec(header)) {
    const [, scheme, name = '', value = ''] = match;
    if (scheme !== undefined) {
      current = scheme.toLowerCase() === 'payment' ? {} : null;
      if (current) challenges.push(current);
    }
    if (current) current[name] = value.replaceAll(/\\(.)/g, '$1');
  }
  return challenges as unknown as PaymentChallenge[];
}
