import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness/http-server.ts';
import { html, page, raw, sendPage } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    routes: (app) => {
      app.get('/page', { schema: { hide: true } }, async (_request, reply) =>
        sendPage(reply, {
          title: 'A <b>',
          description: '"d"',
          body: html`<main id="main">${'<script>'}</main>`,
          script: '/assets/x.js',
        }),
      );
    },
  });
});
afterAll(() => server.close());

describe('html', () => {
  it('escapes all inserted values, unless they are HTML', () => {
    const name = `<img src=x onerror="alert('1')">&`;
    expect(page({ title: name, description: name, body: html`<p title="${name}">${name}</p>` })).not.toContain('<img');
    const rendered = page({
      title: '',
      description: '',
      body: html`${[1, 'a<', null, undefined, false, html`<i>${'<'}</i>`, raw('<hr>')]}`,
    });
    expect(rendered).toContain('1a&lt;<i>&lt;</i><hr>');
  });

  it('does not treat a look-alike object as HTML', () => {
    const outside = JSON.parse('{"html":"<script>"}') as string;
    expect(() => page({ title: '', description: '', body: html`${outside}` })).toThrow();
  });
});

describe('pages', () => {
  it('come with a strict policy and no inline style or script', async () => {
    const response = await fetch(`${server.url}/page`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("style-src 'self'; script-src 'self'");
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    const text = await response.text();
    expect(text).toContain('<title>A &lt;b&gt;</title>');
    expect(text).toContain('<main id="main">&lt;script&gt;</main>');
    expect(text).toContain('<script type="module" src="/assets/x.js"></script>');
    expect(text).not.toContain('style=');
  });

  it('load their style sheet, which browsers can cache', async () => {
    const response = await fetch(`${server.url}/assets/errand.css`);
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(await response.text()).toContain('light-dark(');
    const etag = response.headers.get('etag')!;
    const again = await fetch(`${server.url}/assets/errand.css`, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
      304,
      '',
      'public, max-age=300',
    ]);
  });
});
