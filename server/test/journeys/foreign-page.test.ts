import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from '../harness/browser.ts';
import { rowCounts } from '../harness/checks.ts';
import { freePort } from '../harness/free-port.ts';
import { linkIn, mailsTo } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';
import { webFolder } from '../harness/web-folder.ts';

const folder = webFolder({ 'index.html': '<!doctype html><title>App</title><h1>App</h1>' });
let system: TestSystem;
let browser: Browser;
let context: BrowserContext;
let foreign: Server;
/** Another port of the same machine: to a browser that is the same site, so the cookie goes along. */
let foreignUrl: string;

beforeAll(async () => {
  if (!hasBrowser) return;
  system = await startSystem({ webFolder: folder });
  browser = await openBrowser();
  context = await browser.newContext();
  const port = await freePort();
  foreignUrl = `http://127.0.0.1:${port}`;
  foreign = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Foreign</title>
<form method="post" enctype="text/plain" action="${system.url}/keys">
<input name='{"label":"x","world":"live","y":"' value='"}'></form>
<iframe src="${system.url}/app"></iframe>`);
  });
  await new Promise<void>((resolve) => foreign.listen(port, '127.0.0.1', resolve));
});
afterAll(async () => {
  await browser?.close();
  foreign?.closeAllConnections();
  await new Promise<void>((resolve) => (foreign ? foreign.close(() => resolve()) : resolve()));
  await system?.stop();
  rmSync(folder, { recursive: true });
});

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  mode?: string;
  credentials?: string;
}

/** Calls from inside a page, as its script would; 0 when the browser shows the page nothing. */
function fetchIn(page: Page, url: string, sent: Sent): Promise<number> {
  const call = `fetch(${JSON.stringify(url)}, ${JSON.stringify(sent)})`;
  return page.evaluate<number>(`${call}.then(({ status }) => status, () => 0)`);
}

const json = { 'content-type': 'application/json' };
const world = { 'x-errand-world': 'live' };
const newKey = JSON.stringify({ label: 'x', world: 'live' });

describe.skipIf(!hasBrowser)('a browser', () => {
  it('signs in on our page, and its script cannot read the cookie', { timeout: 60_000 }, async () => {
    const page = await context.newPage();
    await page.goto(`${system.url}/sign-in`);
    const body = JSON.stringify({ email: 'jane@example.com', callbackURL: '/app' });
    expect(await fetchIn(page, '/auth/sign-in/magic-link', { method: 'POST', headers: json, body })).toBe(200);
    const [mail] = await mailsTo(system, 'jane@example.com');
    await page.goto(linkIn(mail!));
    expect(page.url()).toBe(`${system.url}/app`);
    expect(await fetchIn(page, '/me', { headers: world })).toBe(200);
    expect(await fetchIn(page, '/keys', { method: 'POST', headers: { ...json, ...world }, body: newKey })).toBe(201);
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.close();
  });

  it('does nothing for another site’s page, whatever it tries', { timeout: 60_000 }, async () => {
    const page = await context.newPage();
    await page.goto(foreignUrl);
    const seen: string[] = [];
    page.on('request', (request) => seen.push(`${request.method()} ${request.url()}`));
    const before = await rowCounts(system.database.db);
    const target = `${system.url}/keys`;
    const credentials = 'include';
    const shared = { method: 'POST', body: newKey, credentials };
    expect(await fetchIn(page, target, { ...shared, mode: 'no-cors' })).toBe(0);
    expect(await fetchIn(page, target, { ...shared, mode: 'no-cors', headers: { ...json, ...world } })).toBe(0);
    expect(await fetchIn(page, target, { ...shared, headers: { ...json, ...world } })).toBe(0);
    expect(await fetchIn(page, `${system.url}/me`, { headers: world, credentials })).toBe(0);
    expect(await fetchIn(page, `${system.url}/auth/sign-out`, { method: 'POST', mode: 'no-cors', credentials })).toBe(
      0,
    );
    await page.evaluate('document.forms[0].submit()');
    await page.waitForURL(target);
    expect(await page.textContent('body')).toContain('unauthorized');
    expect(await rowCounts(system.database.db)).toEqual(before);
    const { rows } = await sql`select from people_sessions`.execute(system.database.db);
    expect(rows).toHaveLength(1);
    expect(seen.length).toBeGreaterThan(3);
    await page.close();
  });

  it('shows our pages in no frame of a foreign page', { timeout: 60_000 }, async () => {
    const page = await context.newPage();
    await page.goto(foreignUrl);
    await page.waitForTimeout(500);
    const frame = page.frames().find((each) => each !== page.mainFrame());
    expect(await frame?.evaluate('document.body.innerText').catch(() => '')).not.toContain('App');
    await page.close();
  });
});
