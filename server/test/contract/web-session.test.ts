import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { askAsBrowser, askForLink, openLink, type SignedInPerson, signIn } from '../harness/person.ts';
import { onServer } from '../harness/postgres.ts';
import { type CallOptions, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let jane: SignedInPerson;
let john: SignedInPerson;
const operator = 'boss@example.com';
beforeAll(async () => {
  system = await startSystem({ withLive: true, env: { OPERATOR_EMAILS: 'Boss@Example.com' } });
  contract = await readContract(system);
  jane = await signIn(system, 'jane@example.com');
  john = await signIn(system, 'john@example.com');
});
afterAll(() => system.stop());

const orderBody = () => orderFor(`${system.url}/shop/products/test-success`);
/** As one of our pages sends it. */
const call = (
  person: SignedInPerson,
  path: string,
  { world = 'test', ...options }: CallOptions & { world?: 'test' | 'live' } = {},
) => contract.call(path, { ...options, headers: { ...person.headers(world), ...options.headers } });

describe('a session instead of a key', () => {
  it('opens the API in the mode that the header names', async () => {
    const { status, body: order } = await call(jane, '/orders', { method: 'POST', body: orderBody() });
    expect(status).toBe(201);
    expect((await call(jane, `/orders/${order.id}`)).status).toBe(200);
    expect((await call(jane, `/orders/${order.id}/timeline`)).status).toBe(200);
    expect((await call(jane, `/orders/${order.id}`, { world: 'live' })).status).toBe(404);
    expect((await call(jane, '/wallet')).body).toMatchObject({ held_cents: 5000 });
    expect((await call(jane, '/wallet', { world: 'live' })).body).toMatchObject({ held_cents: 0, balance_cents: 0 });
    expect((await call(jane, '/orders', { method: 'POST', body: orderBody(), world: 'live' })).status).toBe(402);
  });

  it('remembers answers by Idempotency-Key, as for a key', async () => {
    const headers = { 'idempotency-key': newId() };
    const first = await call(jane, '/orders', { method: 'POST', body: orderBody(), headers });
    const again = await call(jane, '/orders', { method: 'POST', body: orderBody(), headers });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('is counted in the usage report', async () => {
    await call(john, '/products/search?query=cable&retailer=walmart');
    const counted = async () => (await call(john, '/usage')).body.metrics['products.search'].total;
    await expect.poll(counted, { timeout: 15_000 }).toBe(1);
  });

  it('is noticed where no key is needed', async () => {
    const listed = async (headers: Record<string, string>) =>
      (await contract.call('/retailers', { headers })).body.retailers.filter(
        (each: { supported: boolean }) => each.supported,
      ).length;
    expect(await listed(jane.headers('test'))).toBe(23);
  });

  it('sees nothing that belongs to someone else', async () => {
    const { body: order } = await call(jane, '/orders', { method: 'POST', body: orderBody() });
    const unknown = await call(john, `/orders/${newId()}`);
    const foreign = await call(john, `/orders/${order.id}`);
    expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text]);
    expect((await call(john, `/orders/${order.id}/cancel`, { method: 'POST' })).status).toBe(404);
    expect((await call(john, '/orders')).body).toMatchObject({ orders: [], total: 0 });
    expect((await call(john, `/orders?search=${order.id}`)).body).toMatchObject({ orders: [], total: 0 });
  });

  it('does nothing for a page that was opened for another person', async () => {
    const { account_id: accountId } = (await jane.call('/me')).body;
    const acting = (account: string) => jane.call('/orders', { headers: { 'x-errand-account': account } });
    expect((await acting(accountId)).status).toBe(200);
    expect((await acting(newId())).status).toBe(401);
    expect((await acting('')).status).toBe(401);
  });

  it('is ignored when a key is sent too: the key counts', async () => {
    const { key } = await system.account('test', 777);
    expect((await contract.call('/wallet', { key, headers: jane.headers('test') })).body.balance_cents).toBe(777);
    const wrong = await contract.call('/wallet', { key: 'svc_test_wrong', headers: jane.headers('test') });
    expect(wrong.status).toBe(401);
    const basic = await contract.call('/wallet', { headers: { ...jane.headers('test'), authorization: 'Basic eDo=' } });
    expect(basic.status).toBe(401);
  });

  it('does not give access to the legacy API', async () => {
    expect((await system.call('/v1/orders', { headers: jane.headers('test') })).status).toBe(401);
  });
});

describe('what a page of someone else could send', () => {
  const tries: [string, Record<string, string>][] = [
    ['the cookie without the world', {}],
    ['a world that there is not', { 'x-errand-world': 'both' }],
    ['an empty world', { 'x-errand-world': '' }],
    ['a foreign origin', { 'x-errand-world': 'test', origin: 'https://evil.example' }],
    ['no origin to speak of', { 'x-errand-world': 'test', origin: 'null' }],
    ['the same host, another port', { 'x-errand-world': 'test', origin: 'http://127.0.0.1:1' }],
    ['the same host without protection', { 'x-errand-world': 'test', origin: 'ftp://127.0.0.1' }],
    ['another site', { 'x-errand-world': 'test', 'sec-fetch-site': 'cross-site' }],
    ['another name of the same site', { 'x-errand-world': 'test', 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'x-errand-world': 'test', 'sec-fetch-site': 'none' }],
  ];

  it.each(tries)('%s: is no credential', async (_what, headers) => {
    const before = await rowCounts(system.database.db);
    const { cookie } = jane;
    expect((await contract.call('/me', { headers: { cookie, ...headers } })).status).toBe(401);
    expect((await contract.call('/wallet', { headers: { cookie, ...headers } })).status).toBe(401);
    const order = await contract.call('/orders', {
      method: 'POST',
      body: orderBody(),
      headers: { cookie, ...headers },
    });
    expect(order.status).toBe(401);
    const key = await contract.call('/keys', {
      method: 'POST',
      body: { label: 'x', world: 'live' },
      headers: { cookie, ...headers },
    });
    expect(key.status).toBe(401);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('a form: is rejected before it is read', async () => {
    const before = await rowCounts(system.database.db);
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const form = { body: 'label=x&world=live', headers: { cookie: jane.cookie, 'content-type': type } };
      expect((await system.call('/keys', { method: 'POST', ...form })).status).toBe(401);
      const withWorld = { ...form, headers: { ...form.headers, 'x-errand-world': 'live' } };
      expect((await system.call('/keys', { method: 'POST', ...withWorld })).status).toBe(415);
    }
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('a preflight: is granted nothing', async () => {
    const response = await fetch(`${system.url}/keys`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-errand-world,content-type',
      },
    });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('our own pages get through, by PUBLIC_URL and by the name that they were opened with', async () => {
    const own = { origin: system.url, 'sec-fetch-site': 'same-origin' };
    expect((await call(jane, '/me', { headers: own })).status).toBe(200);
  });
});

describe('a cookie', () => {
  const withCookie = (cookie: string) => contract.call('/me', { headers: { cookie, 'x-errand-world': 'test' } });

  it('is found among others', async () => {
    expect((await withCookie(`a=b; ${jane.cookie}; c=d`)).status).toBe(200);
  });

  it('is invalid when it was forged, changed, or signed by someone else', async () => {
    const [name, value] = jane.cookie.split('=') as [string, string];
    const [token, signature] = decodeURIComponent(value).split('.') as [string, string];
    const before = await rowCounts(system.database.db);
    for (const forged of [
      token,
      `${token}.`,
      `${token}.${Buffer.alloc(32).toString('base64')}`,
      `x${token.slice(1)}.${signature}`,
      `.${signature}`,
      signature,
      '',
      '%',
      '%E0%A4%A',
      "'; drop table people; --",
    ]) {
      expect((await withCookie(`${name}=${forged}`)).status, forged).toBe(401);
      expect((await withCookie(`${name}=${encodeURIComponent(forged)}`)).status, forged).toBe(401);
    }
    expect((await withCookie(`x${jane.cookie}`)).status).toBe(401);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('is invalid after thirty days', async () => {
    const person = await signIn(system, `${newId()}@example.com`);
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from s.expires_at - now()) / 86400)::int as days from people_sessions s
      join people p on p.id = s.person_id where p.email = ${person.email}`.execute(system.database.db);
    expect(rows).toEqual([{ days: 30 }]);
    await sql`
      update people_sessions s set expires_at = now() - interval '1 second' from people p
      where p.id = s.person_id and p.email = ${person.email}`.execute(system.database.db);
    expect((await call(person, '/me')).status).toBe(401);
  });

  it('is not written down in full', async () => {
    const token = decodeURIComponent(jane.cookie.split('=')[1]!);
    const { rows } = await sql<{ text: string }>`select s::text as text from people_sessions s`.execute(
      system.database.db,
    );
    expect(rows.map((row) => row.text).join()).not.toContain(token);
  });
});

describe('GET /me', () => {
  it('says who is signed in', async () => {
    const { status, body } = await call(jane, '/me');
    expect(status).toBe(200);
    expect(body).toEqual({
      email: 'jane@example.com',
      person_id: expect.any(String),
      name: null,
      account_id: expect.any(String),
      role: 'owner',
      accounts: [{ account_id: expect.any(String), account: 'jane@example.com', role: 'owner' }],
      is_operator: false,
      created_at: expect.stringMatching(/Z$/),
      claims: [],
      mail_forwarding: false,
      plugins: ['browser', 'desk', 'agent', 'mcp', 'ucp'],
    });
    expect((await call(await signIn(system, operator), '/me')).body.is_operator).toBe(true);
  });

  it.each(['/me', '/keys'])('%s needs a person: a key does not do', async (path) => {
    const { key } = await system.account('live');
    const withKey = await contract.get(path, key);
    expect(withKey.status).toBe(401);
    expect(withKey.body.error.code).toBe('unauthorized');
    expect(withKey.headers.get('www-authenticate')).toBeTruthy();
    expect((await contract.get(path)).status).toBe(401);
  });
});

describe('GET /me/sign-in-hint', () => {
  it('says where the email is', async () => {
    expect((await contract.get('/me/sign-in-hint')).body).toEqual({ mail: 'kept', mailbox_url: '/dev/mail' });
  });
});

describe('POST /me/sign-out-everywhere', () => {
  it('ends every session of this person at once, and nobody else’s', async () => {
    const email = `${newId()}@example.com`;
    const [one, two] = [await signIn(system, email), await signIn(system, email)];
    for (const person of [one, two]) expect((await call(person, '/me')).status).toBe(200);
    const answer = await call(one, '/me/sign-out-everywhere', { method: 'POST', body: {} });
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining('errand.session_token=; Max-Age=0')]);
    for (const person of [one, two]) expect((await call(person, '/me')).status).toBe(401);
    expect((await call(jane, '/me')).status).toBe(200);
  });

  it('ends links that were emailed before, and nobody else’s', async () => {
    const email = `${newId()}@example.com`;
    const person = await signIn(system, email);
    const [mine, other] = [await askForLink(system, email), await askForLink(system, `${newId()}@example.com`)];
    await call(person, '/me/sign-out-everywhere', { method: 'POST' });
    const before = await rowCounts(system.database.db);
    expect((await openLink(mine)).location).toContain('error=INVALID_TOKEN');
    expect((await rowCounts(system.database.db)).people_sessions).toBe(before.people_sessions);
    expect((await openLink(other)).cookie).toContain('session_token');
  });

  it('is noticed by another process soon', async () => {
    const other = await startSystem({ databaseUrl: system.databaseUrl, env: { PUBLIC_URL: system.url } });
    try {
      const person = await signIn(system, `${newId()}@example.com`);
      const elsewhere = () => other.call('/me', { headers: person.headers('test') });
      expect((await elsewhere()).status).toBe(200);
      await call(person, '/me/sign-out-everywhere', { method: 'POST' });
      await expect.poll(async () => (await elsewhere()).status, { timeout: 15_000 }).toBe(401);
    } finally {
      await other.stop();
    }
  });

  it('needs a session', async () => {
    const before = await rowCounts(system.database.db);
    expect((await contract.post('/me/sign-out-everywhere', await system.mint())).status).toBe(401);
    expect((await rowCounts(system.database.db)).people_sessions).toBe(before.people_sessions);
  });
});

describe('behind TLS', () => {
  it('the cookie is for TLS only, and links are of PUBLIC_URL', async () => {
    const secure = await startSystem({ env: { PUBLIC_URL: 'https://errand.example' } });
    try {
      const { link, cookie: asking } = await askAsBrowser(secure, 'jane@example.com');
      expect(asking).toMatch(/^__Host-errand\.asking_browser=/);
      expect(link).toMatch(/^https:\/\/errand\.example\/auth\/magic-link\/verify\?token=/);
      const response = await fetch(link.replace('https://errand.example', secure.url), {
        redirect: 'manual',
        headers: { cookie: asking },
      });
      const [cookie] = response.headers.getSetCookie();
      expect(cookie).toMatch(/^__Secure-errand\.session_token=.*; Secure; /);
      expect(response.headers.get('location')).toBe('https://errand.example/app');
      const headers = { cookie: cookie!.split(';')[0]!, 'x-errand-world': 'test', origin: 'https://errand.example' };
      expect((await secure.call('/me', { headers })).status).toBe(200);
      const { host } = new URL(secure.url);
      expect((await secure.call('/me', { headers: { ...headers, origin: `http://${host}` } })).status).toBe(401);
    } finally {
      await secure.stop();
    }
  });
});

describe('the rate of a session', () => {
  it('is that of a key, by person and mode', async () => {
    // A clock that stands still, so that a slow machine doesn't refill the limit.
    const slow = await startSystem({ clock: fakeClock(), env: { RATE_LIMIT_PER_KEY: '2' } });
    try {
      const [one, two] = [await signIn(slow, 'a@example.com'), await signIn(slow, 'b@example.com')];
      const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await one.call('/wallet')).status));
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(4);
      expect((await two.call('/wallet')).status).toBe(200);
    } finally {
      await slow.stop();
    }
  });
});

describe('while the database is away', () => {
  it('nobody appears signed out', async () => {
    const own = await startSystem();
    try {
      const person = await signIn(own, 'jane@example.com');
      await onServer(`drop database ${/errand_test_\w+/.exec(own.databaseUrl)![0]} with (force)`);
      const answer = await person.call('/me');
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBeTruthy();
      expect((await own.post('/auth/sign-in/magic-link', undefined, { email: 'john@example.com' })).status).toBe(503);
    } finally {
      await own.stop();
    }
  });
});
