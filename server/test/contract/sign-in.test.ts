import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { askAsBrowser, askForLink, linkIn, mailsTo, openLink, signIn } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const someone = () => `${newId()}@example.com`;

describe('asking for a link', () => {
  const ask = (body: unknown, headers?: Record<string, string>) =>
    system.post('/auth/sign-in/magic-link', undefined, body, headers);

  it('emails one, and responds the same for known and unknown people', async () => {
    const known = (await signIn(system, someone())).email;
    const stranger = someone();
    const answers = [await ask({ email: known }), await ask({ email: stranger })];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, '{"status":true}'],
      [200, '{"status":true}'],
    ]);
    expect(await mailsTo(system, stranger)).toHaveLength(1);
    const { rows } = await sql`select from people where email = ${stranger}`.execute(system.database.db);
    expect(rows).toHaveLength(0);
  });

  it('keeps the hash of the token only', async () => {
    const link = await askForLink(system, someone());
    const token = new URL(link).searchParams.get('token')!;
    const { rows } = await sql<{ text: string }>`select l::text as text from people_links l`.execute(
      system.database.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row.text).join()).not.toContain(token);
  });

  it('links to PUBLIC_URL, whatever host the request used', async () => {
    const email = someone();
    const { hostname, port } = new URL(system.url);
    const body = JSON.stringify({ email });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: 'evil.example', 'content-type': 'application/json', 'x-forwarded-host': 'evil.example' };
      request({ hostname, port, path: '/auth/sign-in/magic-link', method: 'POST', headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      })
        .on('error', reject)
        .end(body);
    });
    expect(status).toBe(200);
    const [mail] = await mailsTo(system, email);
    expect(mail!.text).toContain(`${system.url}/auth/magic-link/verify?token=`);
    expect(mail!.text).not.toContain('evil.example');
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/\t/evil.example',
    '/app?next=//evil.example',
    '/app#x',
    '/..//evil.example',
    'javascript:alert(1)',
    'app',
    '',
    `/${'x'.repeat(200)}`,
  ])('refuses to lead to %j', async (callbackURL) => {
    const email = someone();
    const before = await rowCounts(system.database.db);
    expect((await ask({ email, callbackURL })).status).toBe(422);
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect(await mailsTo(system, email)).toEqual([]);
  });

  it.each([
    '',
    'x',
    'a@b',
    'a@b.example\r\nBcc: c@d.example',
    'a b@c.example',
    'Jane <jane@example.com>',
    'a!b@c.example',
  ])('refuses the address %j', async (email) => {
    const before = await rowCounts(system.database.db);
    expect((await ask({ email })).status).toBe(422);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('refuses what a page of someone else would send', async () => {
    const before = await rowCounts(system.database.db);
    const body = { email: someone() };
    expect((await ask(body, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await ask(body, { origin: 'null' })).status).toBe(403);
    expect((await ask(body, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await ask(`email=${body.email}`, form)).status).toBe(415);
    expect((await ask(JSON.stringify(body), { 'content-type': 'text/plain' })).status).toBe(415);
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect((await ask(body, { origin: system.url, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('is limited by mailbox, in whatever case it is written', async () => {
    const email = someone();
    const statuses: number[] = [];
    for (const spelling of [email, email.toUpperCase(), email, email, email, email, email]) {
      statuses.push((await ask({ email: spelling })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const refusal = await ask({ email });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(60);
    const mails = await mailsTo(system, email);
    expect(mails).toHaveLength(5);
    expect(refusal.body.error.message).toContain('Links we already sent you still work');
    for (const mail of mails) expect((await openLink(linkIn(mail))).cookie).not.toBe('');
  });
});

describe('asking for many links', () => {
  it('is limited by address, whatever the mailbox', async () => {
    const limited = await startSystem({ env: { RATE_LIMIT_PER_ADDRESS: '100' } });
    try {
      const ask = async () => (await limited.post('/auth/sign-in/magic-link', undefined, { email: someone() })).status;
      const statuses: number[] = [];
      for (let index = 0; index < 23; index += 1) statuses.push(await ask());
      expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200));
      expect(statuses.slice(20)).toEqual([429, 429, 429]);
    } finally {
      await limited.stop();
    }
  });
});

describe('opening a link', () => {
  it('signs in once, with a cookie that scripts cannot read', async () => {
    const { link, cookie: asking } = await askAsBrowser(system, someone(), '/claim/abc-DEF_1');
    const response = await fetch(link, { redirect: 'manual', headers: { cookie: asking } });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`${system.url}/claim/abc-DEF_1`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const [cookie, ...more] = response.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toMatch(/^errand\.session_token=\S+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const again = await openLink(link);
    expect(again).toEqual({ status: 303, location: `${system.url}/sign-in?error=INVALID_TOKEN`, cookie: '' });
  });

  it('is not done by a HEAD request', async () => {
    const link = await askForLink(system, someone());
    expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(405);
    expect((await openLink(link)).cookie).not.toBe('');
  });

  it('does not redirect elsewhere, even if the link is changed', async () => {
    for (const elsewhere of ['https://evil.example', '//evil.example', '/%2Fevil.example', '/\\evil.example']) {
      const link = new URL(await askForLink(system, someone()));
      link.searchParams.set('callbackURL', elsewhere);
      expect((await openLink(link.href)).location).toBe(`${system.url}/app`);
    }
  });

  it('does not continue to someone else’s link, which would show them what the person does', async () => {
    const theirs = new URL(await askForLink(system, someone()));
    const email = someone();
    const trap = `/auth/magic-link/verify?token=${theirs.searchParams.get('token')}`;
    const refused = await system.post('/auth/sign-in/magic-link', undefined, { email, callbackURL: trap });
    expect(refused.status).toBe(422);
    expect(await mailsTo(system, email)).toEqual([]);
    const link = new URL(await askForLink(system, email));
    link.searchParams.set('callbackURL', trap);
    expect((await openLink(link.href)).location).toBe(`${system.url}/app`);
  });

  it('is rejected after 15 minutes, and creates nobody', async () => {
    const email = someone();
    const link = await askForLink(system, email);
    const { numAffectedRows } = await sql`
      update people_links set expires_at = now() - interval '1 second' where value like ${`%${email}%`}`.execute(
      system.database.db,
    );
    expect(numAffectedRows).toBe(1n);
    const before = await rowCounts(system.database.db);
    expect((await openLink(link)).cookie).toBe('');
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('lasts a quarter of an hour', async () => {
    const email = someone();
    await askForLink(system, email);
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from people_links
      where value like ${`%${email}%`}`.execute(system.database.db);
    expect(rows).toEqual([{ minutes: 15 }]);
  });

  it.each(['', '?token=', '?token=abc', '?token=a&token=b', `?token=${'x'.repeat(500)}`])(
    'is refused for a made-up token: %j',
    async (query) => {
      const before = await rowCounts(system.database.db);
      const answer = await openLink(`${system.url}/auth/magic-link/verify${query}`);
      expect(answer).toEqual({ status: 303, location: `${system.url}/sign-in?error=INVALID_TOKEN`, cookie: '' });
      expect(await rowCounts(system.database.db)).toEqual(before);
    },
  );

  it('makes one account with test money, also for an address that is written otherwise', async () => {
    const email = someone();
    const first = await signIn(system, email.toUpperCase());
    const second = await signIn(system, email);
    expect(first.cookie).not.toBe(second.cookie);
    for (const person of [first, second]) {
      expect((await person.call('/wallet')).body).toMatchObject({ balance_cents: 1_000_000 });
      expect((await person.call('/wallet', { world: 'live' })).body).toMatchObject({ balance_cents: 0 });
    }
    const { rows } = await sql`select from accounts where lower(email) = ${email}`.execute(system.database.db);
    expect(rows).toHaveLength(1);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('takes over the account that the operator made for the address', async () => {
    const { accountId, key } = await system.account('live', 5000);
    const person = await signIn(system, `${accountId}@example.com`);
    expect((await person.call('/wallet', { world: 'live' })).body).toEqual((await system.get('/wallet', key)).body);
    expect((await person.call('/wallet', { world: 'live' })).body).toMatchObject({ balance_cents: 5000 });
  });
});

describe('signing in again in the same browser', () => {
  it('ends the session that it replaces', async () => {
    const first = await signIn(system, someone());
    const { link, cookie: asking } = await askAsBrowser(system, someone());
    const headers = { cookie: `${first.cookie}; ${asking}` };
    const response = await fetch(link, { redirect: 'manual', headers });
    const [cookie] = response.headers.getSetCookie();
    expect(cookie!.split(';')[0]).not.toBe(first.cookie);
    expect((await first.call('/wallet')).status).toBe(401);
  });
});

describe('signing out', () => {
  it('ends this session at once, and no other', async () => {
    const email = someone();
    const [one, two] = [await signIn(system, email), await signIn(system, email)];
    expect((await one.call('/wallet')).status).toBe(200);
    const answer = await one.call('/auth/sign-out', { method: 'POST' });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual(['errand.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect((await one.call('/wallet')).status).toBe(401);
    expect((await two.call('/wallet')).status).toBe(200);
  });

  it('works without a session too, and not from a page of someone else', async () => {
    expect((await system.post('/auth/sign-out', undefined)).status).toBe(200);
    const person = await signIn(system, someone());
    const headers = { origin: 'https://evil.example' };
    expect((await person.call('/auth/sign-out', { method: 'POST', headers })).status).toBe(403);
    expect((await person.call('/wallet')).status).toBe(200);
  });
});
