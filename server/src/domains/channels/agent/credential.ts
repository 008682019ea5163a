import { fieldsOf } from '../../../kit/fields.ts';
import type { Challenge } from './challenge.ts';
import { foreignChallenge, malformedCredential } from './failures.ts';

export interface Credential {
  challenge: Challenge;
  payload: unknown;
}

/** The fields of our challenges. A credential with others was not issued by us. */
const challengeFields = new Set(['id', 'realm', 'method', 'intent', 'request', 'expires', 'digest', 'description']);

const scheme = /^Payment +([A-Za-z0-9_-]+={0,2}) *$/i;

/** The credential in `Authorization: Payment …`; null if absent or of another scheme. */
export function readCredential(authorization: string | undefined): Credential | null {
  if (authorization === undefined || !/^Payment\b/i.test(authorization)) return null;
  const [, encoded] = scheme.exec(authorization) ?? [];
  if (encoded === undefined) throw malformedCredential('it is not base64url');
  const { challenge, payload } = parse(encoded);
  if (typeof challenge !== 'object' || challenge === null)
    throw malformedCredential('it does not include the challenge');
  const echoed = fieldsOf(challenge);
  if (!Object.keys(echoed).every((name) => challengeFields.has(name))) throw foreignChallenge();
  const text = (name: string): string => {
    const value = echoed[name];
    if (typeof value !== 'string') throw malformedCredential(`its challenge has no ${name}`);
    return value;
  };
  return {
    challenge: {
      id: text('id'),
      realm: text('realm'),
      method: text('method'),
      intent: text('intent'),
      request: text('request'),
      expires: text('expires'),
      digest: echoed.digest === undefined ? null : text('digest'),
      description: echoed.description === undefined ? null : text('description'),
    },
    payload,
  };
}

function parse(encoded: string): { challenge?: unknown; payload?: unknown } {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Falls through to the refusal below.
  }
  throw malformedCredential('it is not a JSON object');
}

/** The Payment-Receipt header. */
export function receiptFor(payment: { method: string; reference: string; settledAt: Date }): string {
  const receipt = {
    status: 'success',
    method: payment.method,
    timestamp: payment.settledAt.toISOString(),
    reference: payment.reference,
  };
  return Buffer.from(JSON.stringify(receipt)).toString('base64url');
}
