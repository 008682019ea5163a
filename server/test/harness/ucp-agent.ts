import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { type SigningKey, signingKeyFrom, signRequest } from '../../src/platform/message-signatures.ts';
import { challengesOf, credentialFor, sandboxOk } from './agent.ts';
import type { Answer, TestSystem } from './system.ts';

export interface ReceivedUpdate {
  headers: Record<string, string>;
  text: string;
}

/** Where UCP checkouts of tests ship to. */
export const ucpAddress = {
  first_name: 'Jane',
  last_name: 'Doe',
  street_address: '100 Congress Avenue',
  address_locality: 'Austin',
  address_region: 'TX',
  postal_code: '78701',
  address_country: 'US',
  phone_number: '+15125550100',
};

interface Signing {
  headers?: Record<string, string>;
  /** Another key than the profile's. */
  key?: SigningKey;
  /** When it was signed. Default: now. */
  at?: Date;
  /** Changes the request after signing. */
  spoil?(sent: { headers: Record<string, string>; body: string | null }): void;
}

/** An agent that uses UCP without a key: it publishes its profile and signs requests. */
export async function startUcpAgent(system: TestSystem) {
  const { key, jwk } = signingKeyFrom(Buffer.alloc(32, 9));
  const heard: ReceivedUpdate[] = [];
  /** Refuses this many messages first. */
  const state = { refuses: 0, profileReads: 0 };
  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const text = Buffer.concat(chunks).toString();
      if (request.url === '/profile') {
        state.profileReads += 1;
        const order = [{ version: '2026-08-25', config: { webhook_url: `${origin}/orders` } }];
        const ucp = { version: '2026-08-25', capabilities: { 'dev.ucp.shopping.order': order } };
        return response.setHeader('content-type', 'application/json').end(JSON.stringify({ ucp, keys: [jwk] }));
      }
      heard.push({ headers: request.headers as Record<string, string>, text });
      const isRefused = state.refuses > 0;
      if (isRefused) state.refuses -= 1;
      return response.writeHead(isRefused ? 503 : 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const profileUrl = `${origin}/profile`;

  async function call(method: string, path: string, body?: unknown, signing: Signing = {}): Promise<Answer> {
    const text = body === undefined ? null : JSON.stringify(body);
    const headers: Record<string, string> = {
      'ucp-agent': `profile="${profileUrl}"`,
      ...(text === null ? {} : { 'content-type': 'application/json' }),
      ...signing.headers,
    };
    const parts = { method, url: `${system.url}${path}`, headers, body: text };
    const sent = {
      headers: { ...headers, ...signRequest(signing.key ?? key, parts, signing.at ?? new Date()) },
      body: text,
    };
    signing.spoil?.(sent);
    const init = { method, headers: sent.headers, ...(sent.body === null ? {} : { body: sent.body }) };
    const response = await fetch(`${system.url}${path}`, init);
    const answered = await response.text();
    return { status: response.status, headers: response.headers, text: answered, body: JSON.parse(answered) };
  }

  /** Posts a request that is signed for a service at this origin, and names that origin in the request line. */
  async function callFor(service: string, path: string, body: unknown): Promise<{ status: number; text: string }> {
    const text = JSON.stringify(body);
    const given = { 'ucp-agent': `profile="${profileUrl}"`, 'content-type': 'application/json' };
    const parts = { method: 'POST', url: `${service}${path}`, headers: given, body: text };
    const headers = { ...given, ...signRequest(key, parts, new Date()) };
    const sent = request(system.url, { method: 'POST', path: parts.url, headers }).end(text);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, text: await textOf(response) };
  }

  return {
    profileUrl,
    origin,
    heard,
    state,
    call,
    callFor,
    /** Requests, pays with test money, requests again. */
    async pay(path: string, body: unknown, more: Record<string, string> = {}): Promise<Answer> {
      const asked = await call('POST', path, body, { headers: more });
      const challenge = challengesOf(asked).find((one) => one.method === 'sandbox');
      if (asked.status !== 402 || !challenge) throw new Error(`No challenge: ${asked.status} ${asked.text}`);
      return call('POST', path, body, { headers: { ...more, authorization: credentialFor(challenge, sandboxOk) } });
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
