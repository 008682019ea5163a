import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../src/domains/people/oauth/model.ts';
import { dayMs, minuteMs, secondMs } from '../../src/kit/clock.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
let person: SignedInPerson;
beforeAll(async () => {
  system = await startSystem({ clock });
  person = await signIn(system, 'jane@example.com');
});
afterAll(() => system.stop());

const redirectUri = 'http://127.0.0.1:53682/callback';
const verifier = 'v'.repeat(64);
const challenge = hashOf(verifier).toString('base64url');

async function register(more: object = {}) {
  return system.post('/oauth/register', undefined, { client_name: 'Helper', redirect_uris: [redirectUri], ...more });
}

const authorize = (query: Record<string, string>) =>
  fetch(`${system.url}/oauth/authorize?${new URLSearchParams(query)}`, { redirect: 'manual' });

const asking = (clientId: string, more: Record<string, string> = {}) => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: redirectUri,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'their own',
  ...more,
});

/** A request that a person is asked about. */
async function asked(more: Record<string, string> = {}) {
  const { body: client } = await register();
  const answer = await authorize(asking(client.client_id, more));
  const id = /\/app\/connect\/([0-9a-f-]+)$/.exec(answer.headers.get('location') ?? '')?.[1] ?? '';
  expect([answer.status, id.length]).toEqual([302, 36]);
  return { id, clientId: client.client_id as string };
}

const decide = (id: string, body: object) => person.call(`/oauth/requests/${id}`, { method: 'POST', body });

async function granted(body: object = { granted: true }) {
  // The key that comes of it is the newest one in the list.
  clock.advance(secondMs);
  const { id, clientId } = await asked();
  const decided = await decide(id, body);
  expect(decided.status, decided.text).toBe(200);
  return { clientId, back: new URL(decided.body.redirect_to) };
}

async function exchange(form: Record<string, string>) {
  const answer = await fetch(`${system.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

const fetching = (clientId: string, code: string, more: Record<string, string> = {}) => ({
  grant_type: 'authorization_code',
  client_id: clientId,
  code,
  redirect_uri: redirectUri,
  code_verifier: verifier,
  ...more,
});

const keyCount = async () => (await person.call('/keys')).body.total as number;

describe('the official client', () => {
  it('lets a person sign in, and works with the key that it got', async () => {
    const kept: { client?: unknown; tokens?: unknown; verifier?: string; page?: URL } = {};
    const provider = {
      redirectUrl: redirectUri,
      clientMetadata: { client_name: 'Official', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
      clientInformation: () => kept.client,
      saveClientInformation: (client: unknown) => {
        kept.client = client;
      },
      tokens: () => kept.tokens,
      saveTokens: (tokens: unknown) => {
        kept.tokens = tokens;
      },
      redirectToAuthorization: (page: URL) => {
        kept.page = page;
      },
      saveCodeVerifier: (text: string) => {
        kept.verifier = text;
      },
      codeVerifier: () => kept.verifier ?? '',
    } as unknown as OAuthClientProvider;
    const connect = async () => {
      const client = new Client({ name: 'test', version: '1' });
      const transport = new StreamableHTTPClientTransport(new URL(`${system.url}/mcp?sign_in`), {
        authProvider: provider,
      });
      return { transport, client, done: client.connect(transport) };
    };
    const first = await connect();
    await expect(first.done).rejects.toThrow();
    const answer = await fetch(kept.page!, { redirect: 'manual' });
    const id = answer.headers.get('location')!.split('/').at(-1)!;
    expect((await person.call(`/oauth/requests/${id}`)).body).toMatchObject({
      name: 'Official',
      redirect_uri: redirectUri,
      redirect_host: '127.0.0.1',
      scopes: ['read', 'order'],
      status: 'pending',
    });
    const { body } = await decide(id, { granted: true, world: 'test' });
    const back = new URL(body.redirect_to);
    expect(back.searchParams.get('iss')).toBe(system.url);
    await first.transport.finishAuth(back.searchParams);
    const second = await connect();
    await second.done;
    const wallet = await second.client.callTool({ name: 'get_wallet', arguments: {} });
    expect(wallet.isError ?? false).toBe(false);
    await second.client.close();
    const { keys } = (await person.call('/keys')).body;
    expect(keys[0]).toMatchObject({ label: 'Official', world: 'test', scopes: ['read', 'order'] });
    // Revoked like any other key, and the program learns that it has to ask again.
    await person.call(`/keys/${keys[0].id}`, { method: 'DELETE' });
    const refused = await system.post('/mcp', (kept.tokens as { access_token: string }).access_token, {});
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('resource_metadata=');
  });
});

describe('registering a program', () => {
  it('gives it a name and no secret', async () => {
    const { status, body } = await register();
    expect(status).toBe(201);
    expect(body).toMatchObject({ client_name: 'Helper', token_endpoint_auth_method: 'none' });
    expect(body).not.toHaveProperty('client_secret');
  });

  it('removes characters from a name that would break or reorder the text around it', async () => {
    const { body } = await register({ client_name: ' Safe\u202eppA\n\u200bApproved by Errand' });
    expect(body.client_name).toBe('Safe ppA Approved by Errand');
    expect((await register({ client_name: '\u202e\n' })).status).toBe(400);
  });

  it.each([
    [{ redirect_uris: ['http://app.example.com/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['evil://claude.ai/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [redirectUri, 'feed:https://app.example.com/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: 'https://app.example.com/' }, 'invalid_redirect_uri'],
    [{ client_name: '' }, 'invalid_client_metadata'],
    [{ token_endpoint_auth_method: 'client_secret_basic' }, 'invalid_client_metadata'],
  ])('refuses %j', async (more, error) => {
    expect(await register(more)).toMatchObject({ status: 400, body: { error } });
  });
});

describe('asking a person', () => {
  it('never goes back to an address that was not registered', async () => {
    const { body: client } = await register();
    const unknown = crypto.randomUUID();
    for (const query of [
      asking(client.client_id, { redirect_uri: 'https://evil.example.com/' }),
      asking(unknown),
      asking('x'),
      asking(client.client_id, { redirect_uri: `${redirectUri}/more` }),
    ]) {
      const answer = await authorize(query);
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
  });

  it.each([
    [{ code_challenge: '' }, 'PKCE is required.'],
    [{ code_challenge_method: 'plain' }, 'PKCE is required.'],
    [{ response_type: 'token' }, 'response_type must be code.'],
    [{ scope: 'manage' }, 'scope can be read, order or both.'],
    [{ resource: 'https://elsewhere.example.com/mcp' }, 'resource must be'],
    [{ state: 'x'.repeat(1001) }, 'state is too long.'],
  ])(
    'shows the person what is wrong with %j, and does not redirect: anyone can register an app',
    async (more, text) => {
      const redirect_uri = 'https://evil.example.com/sign-in';
      const { body: client } = await register({ redirect_uris: [redirect_uri] });
      const answer = await authorize(asking(client.client_id, { redirect_uri, ...more }));
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
      expect((await answer.json()).error.message).toContain(text);
    },
  );

  it('is for signed-in people: no key can decide', async () => {
    const { id } = await asked();
    const key = await system.mint();
    for (const headers of [{}, { authorization: `Bearer ${key}` }]) {
      const path = `/oauth/requests/${id}`;
      expect((await system.call(path, { method: 'POST', body: { granted: true }, headers })).status).toBe(401);
      expect((await system.call(path, { headers })).status).toBe(401);
    }
    // A page of another site can send the cookie along, and nothing comes of it.
    const headers = { ...person.headers('test'), origin: 'https://evil.example.com', 'sec-fetch-site': 'cross-site' };
    expect(
      (await system.call(`/oauth/requests/${id}`, { method: 'POST', body: { granted: true }, headers })).status,
    ).toBe(401);
    expect((await person.call(`/oauth/requests/${id}`)).body.status).toBe('pending');
    expect((await person.call(`/oauth/requests/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await decide(crypto.randomUUID(), { granted: true })).status).toBe(404);
    expect((await decide(id, { granted: 'yes' })).status).toBe(422);
    expect((await person.call('/oauth/requests/x')).status).toBe(422);
  });

  it('is decided once, in time', async () => {
    const { id } = await asked();
    const answers = await Promise.all(Array.from({ length: 10 }, () => decide(id, { granted: true })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 200)!.body.error.code).toBe('action_closed');
    const { id: late } = await asked();
    clock.advance(16 * minuteMs);
    expect((await decide(late, { granted: true })).status).toBe(409);
    expect((await decide(late, { granted: false })).status).toBe(409);
    expect((await person.call(`/oauth/requests/${late}`)).body.status).toBe('expired');
  });

  it('declines for a person who declines', async () => {
    const { back } = await granted({ granted: false });
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.get('code')).toBeNull();
  });
});

describe('fetching the key', () => {
  it('takes the code once; a code that comes again takes the key with it', async () => {
    const { clientId, back } = await granted();
    const code = back.searchParams.get('code')!;
    const tries = await Promise.all(Array.from({ length: 8 }, () => exchange(fetching(clientId, code))));
    const good = tries.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    expect(good[0]!.body).toMatchObject({ token_type: 'Bearer', scope: 'read order', expires_in: 90 * 24 * 3600 });
    expect((await system.get('/wallet', good[0]!.body.access_token)).status).toBe(401);
  });

  it('is for the program that asked, and nothing is created for anyone else', async () => {
    const { clientId, back } = await granted();
    const code = back.searchParams.get('code')!;
    const { body: other } = await register();
    const before = await keyCount();
    for (const form of [
      fetching(other.client_id, code),
      fetching(clientId, code, { code_verifier: 'w'.repeat(64) }),
      fetching(clientId, code, { redirect_uri: 'https://evil.example.com/' }),
      fetching(clientId, 'x'.repeat(40)),
    ]) {
      expect(await exchange(form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    }
    expect(await exchange({ grant_type: 'password' })).toMatchObject({ body: { error: 'unsupported_grant_type' } });
    expect(await exchange({ grant_type: 'authorization_code' })).toMatchObject({ body: { error: 'invalid_request' } });
    expect(await keyCount()).toBe(before);
    clock.advance(2 * minuteMs);
    expect((await exchange(fetching(clientId, code))).status).toBe(400);
    expect(await keyCount()).toBe(before);
  });

  it('is renewed with a single-use token, and stays the same key with the same policy', async () => {
    const { clientId, back } = await granted({ granted: true, world: 'test' });
    const first = (await exchange(fetching(clientId, back.searchParams.get('code')!))).body;
    const { id } = (await person.call('/keys')).body.keys[0];
    await person.call(`/keys/${id}/policy`, { method: 'PUT', body: { max_order_cents: 1 } });
    const count = await keyCount();
    const renewing = (token: string, more: Record<string, string> = {}) =>
      exchange({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...more });
    const { body: other } = await register();
    for (const refused of [
      await renewing('x'.repeat(48)),
      await renewing(first.refresh_token!, { client_id: other.client_id }),
    ]) {
      expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    }
    expect(await exchange({ grant_type: 'refresh_token' })).toMatchObject({ body: { error: 'invalid_request' } });
    expect((await system.get('/wallet', first.access_token)).status).toBe(200);

    const second = await renewing(first.refresh_token!);
    expect(second.body).toMatchObject({ token_type: 'Bearer', scope: 'read order', expires_in: 90 * 24 * 3600 });
    expect((await system.get('/wallet', first.access_token)).status).toBe(401);
    const { body: bound } = await system.get('/policy', second.body.access_token);
    expect(bound.policies).toMatchObject([{ subject: id, max_order_cents: 1 }]);
    expect(await keyCount()).toBe(count);

    // Of eight concurrent uses, one renews the key. The others show that the token was stolen, and the key is revoked.
    const tries = await Promise.all(Array.from({ length: 8 }, () => renewing(second.body.refresh_token!)));
    const good = tries.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    expect((await system.get('/wallet', good[0]!.body.access_token)).status).toBe(401);
    expect((await renewing(good[0]!.body.refresh_token!)).body.error).toBe('invalid_grant');
  });

  it('is not renewed once it was revoked', async () => {
    const { clientId, back } = await granted();
    const { body } = await exchange(fetching(clientId, back.searchParams.get('code')!));
    const { id } = (await person.call('/keys')).body.keys[0];
    await person.call(`/keys/${id}`, { method: 'DELETE' });
    const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: body.refresh_token! };
    expect(await exchange(form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('gives a key that expires and cannot change policies', async () => {
    const { clientId, back } = await granted();
    const { body } = await exchange(fetching(clientId, back.searchParams.get('code')!));
    const key = body.access_token!;
    expect((await system.get('/wallet', key)).status).toBe(200);
    const { keys } = (await person.call('/keys')).body;
    const written = await system.call(`/keys/${keys[0].id}/policy`, { method: 'PUT', key, body: {} });
    expect(written.status).toBe(403);
    clock.advance(91 * dayMs);
    expect((await system.get('/wallet', key)).status).toBe(401);
    const form = { grant_type: 'refresh_token', client_id: clientId };
    const renewed = (await exchange({ ...form, refresh_token: body.refresh_token! })).body;
    expect((await system.get('/wallet', renewed.access_token)).status).toBe(200);
    clock.advance(181 * dayMs);
    const late = await exchange({ ...form, refresh_token: renewed.refresh_token! });
    expect(late).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });
});
