import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { rowCounts } from '../harness/checks.ts';
import { askAsBrowser, askForLink, confirm, openLink, signIn } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const someone = () => `${newId()}@example.com`;
const open = (link: string, cookie = '') => fetch(link, { redirect: 'manual', headers: { cookie } });
const isSignIn = (response: Response) =>
  response.status === 303 && response.headers.getSetCookie().some((cookie) => cookie.includes('session_token='));

describe('the browser that asks for a link', () => {
  it('keeps a secret that scripts cannot read, for as long as the link works', async () => {
    const answer = await system.post('/auth/sign-in/magic-link', undefined, { email: someone() });
    const [cookie, ...more] = answer.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toMatch(/^errand\.asking_browser=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('is signed in at once, by whichever of its links it opens', async () => {
    const first = await askAsBrowser(system, someone());
    const second = await askAsBrowser(system, someone(), undefined, first.cookie);
    expect(second.cookie).toBe(first.cookie);
    expect(isSignIn(await open(first.link, second.cookie))).toBe(true);
    expect(isSignIn(await open(second.link, second.cookie))).toBe(true);
  });

  it('gets a secret that we generate, whatever was sent', async () => {
    const { cookie } = await askAsBrowser(system, someone(), undefined, 'errand.asking_browser=x');
    expect(cookie).toMatch(/^errand\.asking_browser=[\w-]{43}$/);
  });
});

describe('another browser that opens the link', () => {
  it('is asked first, and nothing happens until someone confirms', async () => {
    const email = someone();
    const { link, cookie } = await askAsBrowser(system, email);
    const victim = await askAsBrowser(system, someone());
    const theirs = await signIn(system, someone());
    const before = await rowCounts(system.database.db);
    const forged = new URL(link);
    forged.searchParams.set('by', new URL(victim.link).searchParams.get('by')!);
    for (const [url, cookies] of [
      [link, ''],
      [link, victim.cookie],
      [link, `${theirs.cookie}; ${victim.cookie}`],
      [forged.href, victim.cookie],
      [link.replace(/&by=[^&]+/, ''), cookie],
    ] as const) {
      const response = await open(url, cookies);
      expect(response.status).toBe(200);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      // A form under no-referrer wouldn't say where it comes from. No site sees the path, which contains the token.
      expect(response.headers.get('referrer-policy')).toBe('strict-origin');
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(await response.text()).toContain(`Sign in as ${email}?`);
    }
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect((await theirs.call('/wallet')).status).toBe(200);
    expect(isSignIn(await open(link, cookie))).toBe(true);
  });

  it('is signed in once confirmed, led to where the link leads, and its earlier session ends', async () => {
    const earlier = await signIn(system, someone());
    const link = await askForLink(system, someone(), '/claim/abc-DEF_1');
    const page = await (await open(link, earlier.cookie)).text();
    const own = { origin: system.url, 'sec-fetch-site': 'same-origin', cookie: earlier.cookie };
    const response = await confirm(link, page, own);
    expect(isSignIn(response)).toBe(true);
    expect(response.headers.get('location')).toBe(`${system.url}/claim/abc-DEF_1`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await earlier.call('/wallet')).status).toBe(401);
    for (const again of [await confirm(link, page, own), await open(link)]) {
      expect(again.status).toBe(303);
      expect(again.headers.get('location')).toBe(`${system.url}/sign-in?error=INVALID_TOKEN`);
      expect(again.headers.getSetCookie()).toEqual([]);
    }
  });

  it('cannot be confirmed by another site’s page', async () => {
    const link = await askForLink(system, someone());
    const page = await (await open(link)).text();
    const before = await rowCounts(system.database.db);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: system.url },
    ]) {
      expect((await confirm(link, page, headers as Record<string, string>)).status).toBe(403);
    }
    const token = new URL(link).searchParams.get('token');
    expect((await system.post('/auth/magic-link/verify', undefined, { token })).status).toBe(415);
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect((await openLink(link)).cookie).not.toBe('');
  });

  it('is not redirected elsewhere by a changed form', async () => {
    const link = await askForLink(system, someone());
    const form = '<input type="hidden" name="callbackURL" value="//evil.example">';
    const page = await (await open(link)).text();
    expect((await confirm(link, page + form)).headers.get('location')).toBe(`${system.url}/app`);
  });

  it('is refused without a token', async () => {
    const before = await rowCounts(system.database.db);
    const link = `${system.url}/auth/magic-link/verify`;
    expect((await confirm(link, '')).status).toBe(422);
    expect((await confirm(link, '<input type="hidden" name="token" value="abc">')).headers.get('location')).toBe(
      `${system.url}/sign-in?error=INVALID_TOKEN`,
    );
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});
