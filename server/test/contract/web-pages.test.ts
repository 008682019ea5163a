import { rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSystem, type TestSystem } from '../harness/system.ts';
import { webFolder } from '../harness/web-folder.ts';

const index = '<!doctype html><title>App</title><script type="module" src="/app-assets/app-1.js"></script>';
const script = `console.log('${'long '.repeat(100)}');`;
const folder = webFolder({ 'index.html': index, 'app-assets/app-1.js': script, '.built-from': 'secret mark' });

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ webFolder: folder });
});
afterAll(async () => {
  await system.stop();
  rmSync(folder, { recursive: true });
});

/** The answer as it is on the wire: fetch would unpack it. */
function wire(path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(system.url);
  return new Promise<{ status: number; headers: Record<string, unknown>; content: Buffer }>((resolve, reject) => {
    request({ hostname, port, path, headers }, (answer) => {
      answer
        .toArray()
        .then(
          (chunks) => resolve({ status: answer.statusCode!, headers: answer.headers, content: Buffer.concat(chunks) }),
          reject,
        );
    })
      .on('error', reject)
      .end();
  });
}

describe('the pages of the app', () => {
  it.each(['/app', '/app/', '/app/orders/1/x?y=z', '/sign-in', '/sign-in?error=INVALID_TOKEN', '/claim/abc'])(
    '%s is the one page',
    async (path) => {
      const answer = await system.get(path);
      expect([answer.status, answer.text]).toEqual([200, index]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it('allow only their own scripts, styles, frames and calls', async () => {
    const policy = (await system.get('/app')).headers.get('content-security-policy')!;
    const rules = Object.fromEntries(policy.split('; ').map((rule) => [rule.split(' ')[0], rule]));
    expect(rules).toMatchObject({
      'default-src': "default-src 'none'",
      'script-src': "script-src 'self'",
      'style-src': "style-src 'self'",
      'connect-src': "connect-src 'self'",
      'img-src': "img-src 'self' blob: data:",
      'base-uri': "base-uri 'none'",
      'frame-ancestors': "frame-ancestors 'none'",
    });
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it.each(['/application', '/app.html', '/claim', '/claim/a/b', '/index.html', '/sign-in/x'])(
    '%s is not one of them',
    async (path) => {
      expect((await system.get(path)).status).toBe(404);
    },
  );

  it('take no other method', async () => {
    expect((await system.post('/app', undefined, {})).status).toBe(405);
  });
});

describe('files of the app', () => {
  it('are cached forever, and compressed as well as the browser supports', async () => {
    for (const [accepted, encoding, unpack] of [
      ['br, gzip', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ['identity', undefined, (content: Buffer) => content],
      ['br;q=0.0, *', undefined, (content: Buffer) => content],
    ] as const) {
      const answer = await wire('/app-assets/app-1.js', { 'accept-encoding': accepted });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-encoding'], accepted).toBe(encoding);
      expect(unpack(answer.content).toString()).toBe(script);
      expect(answer.headers.vary).toBe('accept-encoding');
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    }
  });

  it.each([
    '/app-assets/unknown.js',
    '/app-assets/',
    '/app-assets/../.built-from',
    '/app-assets/..%2F.built-from',
    '/app-assets/%2e%2e/index.html',
    '/app-assets/..%5c..%5cpackage.json',
    '/app-assets/app-1.js.br',
    '/app-assets/__proto__',
  ])('%s is not there', async (path) => {
    expect((await wire(path)).status).toBe(404);
  });
});

describe('without built pages', () => {
  it('a page says how to build them, and serves them once they are built', async () => {
    const empty = webFolder({});
    const other = await startSystem({ webFolder: empty });
    try {
      const answer = await other.get('/app');
      expect(answer.status).toBe(503);
      expect(answer.text).toContain('npm run web:build');
      expect((await other.get('/retailers')).status).toBe(200);
      writeFileSync(join(empty, 'index.html'), index);
      expect((await other.get('/app')).text).toBe(index);
    } finally {
      await other.stop();
      rmSync(empty, { recursive: true });
    }
  });
});

describe('transport', () => {
  it('requires TLS if PUBLIC_URL is https, in every response', async () => {
    const secure = await startSystem({ webFolder: folder, env: { PUBLIC_URL: 'https://errand.example' } });
    try {
      for (const path of ['/app', '/retailers', '/nothing', '/wallet', '/%']) {
        expect((await secure.get(path)).headers.get('strict-transport-security'), path).toBe('max-age=31536000');
      }
      expect((await system.get('/app')).headers.get('strict-transport-security')).toBeNull();
    } finally {
      await secure.stop();
    }
  });
});

describe('the home page', () => {
  it('leads to the dashboard', async () => {
    const { text } = await system.get('/');
    expect(text).toContain('href="/app"');
    expect(text).toContain(`${system.url}/sandbox/keys`);
  });
});
