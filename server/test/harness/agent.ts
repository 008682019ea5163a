import { credentialFor, type PaymentChallenge, readChallenges } from '../../../sdk/src/payer.ts';
import type { Answer, CallOptions, TestSystem } from './system.ts';

export { credentialFor };

export const sandboxOk = { token: 'sandbox_ok' };

export const challengesOf = (answer: Answer): PaymentChallenge[] =>
  readChallenges(answer.headers.get('www-authenticate') ?? '');

export const requestOf = (challenge: PaymentChallenge) =>
  JSON.parse(Buffer.from(challenge.request, 'base64url').toString()) as Record<string, unknown>;

export const receiptIn = (answer: Answer) =>
  JSON.parse(Buffer.from(answer.headers.get('payment-receipt') ?? '', 'base64url').toString());

/** An agent without an account: requests, pays, requests again. */
export function agentOf(system: TestSystem) {
  const ask = (
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    method = 'POST',
  ): Promise<Answer> => {
    const options: CallOptions = { method, headers };
    if (body !== undefined) options.body = body;
    return system.call(path, options);
  };

  async function challengeFor(path: string, body?: unknown, method = 'sandbox'): Promise<PaymentChallenge> {
    const answer = await ask(path, body);
    const challenge = challengesOf(answer).find((one) => one.method === method);
    if (answer.status !== 402 || !challenge) throw new Error(`No challenge: ${answer.status} ${answer.text}`);
    return challenge;
  }

  const send = (path: string, body: unknown, authorization: string, headers: Record<string, string> = {}) =>
    ask(path, body, { ...headers, authorization });

  return {
    ask,
    challengeFor,
    send,
    /** The whole exchange, in test money. */
    async pay(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
      const challenge = await challengeFor(path, body);
      return send(path, body, credentialFor(challenge, sandboxOk), headers);
    },
  };
}
