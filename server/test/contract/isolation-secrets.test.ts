import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../src/domains/people/oauth/model.ts';
import { databaseDigests } from '../harness/checks.ts';
import { mailsTo, type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let owner: SignedInPerson;
let stranger: SignedInPerson;
beforeAll(async () => {
  system = await startSystem({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  [owner, stranger] = [await signIn(system, 'owner@example.com'), await signIn(system, 'other@example.com')];
});
afterAll(() => system.stop());

/** What the stranger is answered, without what they sent. */
async function asStranger(path: string, secret: string, body?: unknown) {
  const answer = await stranger.call(path, body === undefined ? {} : { method: 'POST', body });
  return { status: answer.status, text: answer.text.replaceAll(secret, '(the secret)') };
}

describe('a used secret, or another account’s secret', () => {
  it('looks unknown: claim links', async () => {
    const minted = (await system.post('/sandbox/keys', undefined, {})).body;
    const token: string = minted.claim_url.split('/').at(-1);
    expect((await owner.call('/sandbox/claim', { method: 'POST', body: { token } })).status).toBe(200);
    const other = 'x'.repeat(token.length);
    const before = await databaseDigests(system.database.db);
    expect(await asStranger('/sandbox/claim', token, { token })).toEqual(
      await asStranger('/sandbox/claim', other, { token: other }),
    );
    expect(await asStranger(`/sandbox/claim/${token}`, token)).toEqual(
      await asStranger(`/sandbox/claim/${other}`, other),
    );
    expect(await databaseDigests(system.database.db)).toEqual(before);
  });

  it('looks unknown: invitations', async () => {
    const email = 'late@example.com';
    await owner.call('/team/invitations', { method: 'POST', body: { email, role: 'buyer' } });
    const token = /\/invite\/(\w+)/.exec((await mailsTo(system, email))[0]?.text ?? '')?.[1] ?? '';
    const other = 'x'.repeat(token.length);
    const before = await databaseDigests(system.database.db);
    for (const body of [undefined, { accepted: true }, { accepted: false }]) {
      const unknown = await asStranger(`/invitations/${other}`, other, body);
      expect(unknown.status).toBe(404);
      expect(await asStranger(`/invitations/${token}`, token, body)).toEqual(unknown);
    }
    expect(await databaseDigests(system.database.db)).toEqual(before);
  });

  it('looks unknown: device codes', async () => {
    const { user_code: userCode, device_code: deviceCode } = (await system.post('/device/code', undefined, {})).body;
    const decide = { user_code: userCode, granted: true };
    expect((await owner.call('/device/approve', { method: 'POST', body: decide })).status).toBe(200);
    expect((await system.post('/device/token', undefined, { device_code: deviceCode })).status).toBe(200);
    const before = await databaseDigests(system.database.db);
    for (const granted of [true, false]) {
      const unknown = await asStranger('/device/approve', 'BBBB-BBBB', { user_code: 'BBBB-BBBB', granted });
      expect(unknown.status).toBe(404);
      expect(await asStranger('/device/approve', userCode, { user_code: userCode, granted })).toEqual(unknown);
      const wider = { user_code: userCode, granted, scopes: ['manage'] };
      expect(await asStranger('/device/approve', userCode, wider)).toEqual(unknown);
    }
    const other = 'x'.repeat(deviceCode.length);
    expect(await asStranger('/device/token', deviceCode, { device_code: deviceCode })).toEqual(
      await asStranger('/device/token', other, { device_code: other }),
    );
    expect(await databaseDigests(system.database.db)).toEqual(before);
  });

  it('looks unknown: another app’s OAuth codes', async () => {
    const redirectUri = 'http://127.0.0.1:53682/callback';
    const verifier = 'v'.repeat(64);
    const register = async () =>
      (await system.post('/oauth/register', undefined, { redirect_uris: [redirectUri] })).body.client_id as string;
    const [theirs, mine] = [await register(), await register()];
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: theirs,
      redirect_uri: redirectUri,
      code_challenge: hashOf(verifier).toString('base64url'),
      code_challenge_method: 'S256',
    });
    const started = await fetch(`${system.url}/oauth/authorize?${query}`, { redirect: 'manual' });
    const id = started.headers.get('location')?.split('/').at(-1) ?? '';
    const decided = await owner.call(`/oauth/requests/${id}`, { method: 'POST', body: { granted: true } });
    const code = new URL(decided.body.redirect_to).searchParams.get('code') ?? '';
    expect(code).not.toBe('');
    const before = await databaseDigests(system.database.db);
    const exchange = async (more: Record<string, string>) => {
      const form = { grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier, ...more };
      const answer = await fetch(`${system.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
      return { status: answer.status, text: await answer.text() };
    };
    const unknown = await exchange({ code: 'x'.repeat(code.length), client_id: mine });
    expect(unknown.status).toBe(400);
    expect(await exchange({ code, client_id: mine })).toEqual(unknown);
    expect(await exchange({ code, client_id: theirs, code_verifier: 'w'.repeat(64) })).toEqual(unknown);
    expect(await databaseDigests(system.database.db)).toEqual(before);
    expect((await exchange({ code, client_id: theirs })).status).toBe(200);
  });

  it('looks unknown: the last event of a stream', async () => {
    const key = await system.mint();
    await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    await system.queue.drain();
    const { events } = (await system.get('/events', key)).body;
    const firstOf = async (lastEventId: string): Promise<string> => {
      const headers = { ...stranger.headers('test'), 'last-event-id': lastEventId };
      // An aborted fetch opens another connection, for which the service waits a minute when it stops.
      const request = get(`${system.url}/events/stream`, { headers, agent: false });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      const [first] = (await once(answer, 'data')) as [Buffer];
      request.destroy();
      return `${answer.statusCode} ${first}`;
    };
    expect(events.length).toBeGreaterThan(0);
    const unknown = await firstOf(crypto.randomUUID());
    expect(unknown).toContain('event: reset');
    for (const { id } of events) expect(await firstOf(id)).toBe(unknown);
  });
});
