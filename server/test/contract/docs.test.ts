import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

interface Operation {
  operationId: string;
  tags: string[];
}

const linksIn = (text: string): string[] =>
  [...text.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path]) => path ?? '');

/** The text of a page, without the marks that color its samples. */
const textIn = (page: string): string => page.replace(/<[^<>]+>/g, '');

describe('the documentation', () => {
  it('leads from the introduction to every page and heading, and no link is broken', { timeout: 60_000 }, async () => {
    const seen = new Map<string, { status: number; text: string }>();
    const linked = new Set<string>();
    const open = ['/docs'];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      const answer = await system.call(path, { headers: { accept: 'text/html' } });
      seen.set(path, { status: answer.status, text: answer.text });
      const isDocs = path.startsWith('/docs') && answer.headers.get('content-type')?.startsWith('text/html');
      for (const link of isDocs ? linksIn(answer.text) : []) {
        linked.add(link);
        open.push(link.split('#')[0] ?? '');
      }
    }
    // Leads to sign-in or needs a key; nothing here is the documentation's.
    const broken = [...seen].filter(([path, { status }]) => status >= 400 && !/^\/(app|sandbox|wallet)/.test(path));
    expect(broken.map(([path]) => path)).toEqual([]);
    const lost = [...linked].filter((link) => {
      const [path = '', anchor] = link.split('#', 2);
      return anchor !== undefined && !seen.get(path)?.text.includes(`id="${anchor}"`);
    });
    expect(lost).toEqual([]);
    const files = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
    const unreachable = files
      .map((file) => `/docs/${file.replace(/(\/README)?\.md$/, '')}`)
      .filter((path) => path !== '/docs/guides/introduction' && !seen.has(path));
    expect(unreachable).toEqual([]);
  });

  it('has the expected groups, a next link on each page, and an anchor on every heading', async () => {
    const { text } = await system.get('/docs/guides/webhooks');
    for (const path of ['/docs/reference/orders', '/docs/errors/policy_denied', '/docs/interface/general'])
      expect((await system.get(path)).text, path).not.toMatch(/<h[1-6](?! id=)/);
    const groups = ['Get started', 'Orders', 'Products', 'Webhooks', 'Returns', 'Bulk', 'Agents and MCP'];
    const further = ['Spending policies', 'Going live', 'Stores and recipes', 'Self-hosting', 'Reference', 'Changelog'];
    let at = 0;
    for (const name of [...groups, ...further]) {
      at = text.indexOf(`>${name}</`, at);
      expect(at, name).toBeGreaterThan(0);
    }
    expect(text).toContain('<a href="/docs/guides/webhooks" aria-current="page">');
    expect(text).toMatch(/rel="prev" href="\/docs\/[^"]+"/);
    expect(text).toContain('rel="next" href="/docs/interface/webhooks"');
    const headings = [...text.matchAll(/<h[1-6][^>]*>/g)].map(([tag]) => tag);
    expect(headings.length).toBeGreaterThan(4);
    for (const tag of headings) expect(tag).toMatch(/ id="[\w-]+"/);
    for (const { 1: name } of text.matchAll(/data-sample="(\w+)"/g))
      expect(['curl', 'TypeScript', 'Python']).toContain(name);
    expect(text).toContain('<span class="hljs-');
  });

  it('prints the address of this deployment in every sample, for people and for programs', async () => {
    for (const path of [
      '/docs/guides/first-order',
      '/docs/guides/first-order.md',
      '/docs/interface/mcp',
      '/llms-full.txt',
    ]) {
      const { text } = await system.get(path);
      expect(text, path).toContain(system.url);
      expect(text, path).not.toContain('http://127.0.0.1:8080');
    }
  });

  it('has every operation, with samples in three languages, and its errors', async () => {
    const document = (await system.get('/openapi.json')).body;
    const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((one) =>
      Object.values(one),
    );
    const pages = new Map<string, string>();
    for (const { name } of document.tags as { name: string }[]) {
      const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      pages.set(name, (await system.get(`/docs/reference/${slug}`)).text);
    }
    for (const { operationId, tags } of operations)
      expect(pages.get(tags[0] ?? ''), operationId).toContain(`id="${operationId}"`);
    const orders = pages.get('Orders') ?? '';
    expect(textIn(orders)).toContain('errand.orders.create({');
    expect(textIn(orders)).toContain('requests.post(');
    expect(orders).toContain('href="/docs/errors/insufficient_funds"');
    expect(orders).toContain('data-path="/orders/{order_id}"');
    expect((await system.get('/docs/reference/nothing')).status).toBe(404);
    expect((await system.get('/docs/nothing')).status).toBe(404);
    expect((await system.get('/docs/../package.json')).status).toBe(404);
    expect((await system.get('/docs/..%2fpackage')).status).toBe(404);
  });

  it('runs under a policy without foreign or inline script, in less than 200 KB', async () => {
    const page = await system.get('/docs');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect([...page.text.matchAll(/<script(?![^>]*src=)/g)]).toEqual([]);
    expect(page.text).not.toMatch(/ style="| onclick=/);
    let bytes = gzipSync(page.text).length;
    for (const [, path] of page.text.matchAll(/(?:src|<link rel="(?:stylesheet|icon)" href)="([^"]+)"/g)) {
      const asset = await fetch(new URL(path ?? '', system.url));
      expect(asset.status, path).toBe(200);
      bytes += gzipSync(Buffer.from(await asset.arrayBuffer())).length;
    }
    const font = await (await fetch(`${system.url}/assets/inter.woff2`)).arrayBuffer();
    expect(bytes + font.byteLength).toBeLessThan(200 * 1024);
  });

  it('can be read as Markdown, and followed as a feed', async () => {
    const page = await system.get('/docs/guides/webhooks');
    expect(page.headers.get('link')).toBe('</docs/guides/webhooks.md>; rel="alternate"; type="text/markdown"');
    const source = await system.get('/docs/guides/webhooks.md');
    expect([source.headers.get('content-type'), source.text.split('\n', 1)[0]]).toEqual([
      'text/markdown; charset=utf-8',
      '# Receive webhooks',
    ]);
    const asked = await system.call('/docs/guides/webhooks', { headers: { accept: 'text/markdown' } });
    expect(asked.text).toBe(source.text);
    for (const path of ['/docs.md', '/docs/changelog.md', '/docs/deploy.md', '/docs/runbooks/backup.md'])
      expect([path, (await system.get(path)).text.slice(0, 2)]).toEqual([path, '# ']);
    const feed = await system.get('/docs/changelog.xml');
    expect(feed.headers.get('content-type')).toContain('application/atom+xml');
    expect(feed.text).toMatch(/<entry>[\s\S]*Unreleased/);
  });
});

describe('the OpenAPI document', () => {
  it('keeps what linters ask for: contact, license, servers, tags, descriptions, nothing unused', async () => {
    const { info, servers, tags, paths, components, webhooks } = (await system.get('/openapi.json')).body;
    expect(info).toMatchObject({
      contact: expect.any(Object),
      license: { identifier: 'MIT' },
      summary: expect.any(String),
    });
    expect(servers).toHaveLength(1);
    const known = new Set(tags.map(({ name }: { name: string }) => name));
    const operations = Object.values(
      paths as Record<string, Record<string, { tags: string[]; description: string }>>,
    ).flatMap((one) => Object.values(one));
    for (const { tags: own, description } of operations) {
      expect(own.every((name) => known.has(name))).toBe(true);
      expect(description.length).toBeGreaterThan(3);
    }
    expect(Object.keys(webhooks)).toContain('order.placed');
    const whole = JSON.stringify([paths, components, webhooks]);
    for (const kind of ['schemas', 'responses', 'examples', 'headers'])
      for (const name of Object.keys(components[kind]))
        expect(whole.includes(`#/components/${kind}/${name}"`), name).toBe(true);
  });
});

const folder = new URL('../../../docs/interface/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map((file) => file.slice(0, -3));

async function read(path: string) {
  const answer = await fetch(system.url + path);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

it('every trust boundary names tests that exist', () => {
  const page = readFileSync('docs/security/trust-boundaries.md', 'utf8');
  const rows = page.split('\n').filter((line) => /^\| (?!boundary|---)/.test(line) && !line.startsWith('|---'));
  expect(rows.length).toBeGreaterThan(25);
  for (const row of rows) {
    const files = [...row.matchAll(/`(server\/[^`]+\.test\.ts)`/g)].map(([, file]) => file!);
    expect([row, files.length > 0 && files.every((file) => existsSync(file))]).toEqual([row, true]);
  }
});

it('every page of docs/interface is served for people and as Markdown, and is in the one file', {
  timeout: 60_000,
}, async () => {
  expect(names.length).toBeGreaterThan(20);
  const full = await read('/llms-full.txt');
  expect([full.status, full.type]).toEqual([200, 'text/plain; charset=utf-8']);
  const list = await read('/docs/interface.md');
  const overview = await read('/docs/interface');
  for (const name of names) {
    const title = /^# (.+)$/m.exec(readFileSync(new URL(`${name}.md`, folder), 'utf8'))![1]!;
    const plain = await read(`/docs/interface/${name}.md`);
    expect([name, plain.status, plain.type]).toEqual([name, 200, 'text/markdown; charset=utf-8']);
    expect(plain.text).toContain(`# ${title}\n`);
    expect(plain.text).not.toMatch(/\]\((?!https?:|#)/);
    const page = await read(`/docs/interface/${name}`);
    expect([name, page.status, page.type]).toEqual([name, 200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<h1 id=');
    expect(full.text).toContain(plain.text);
    expect(list.text).toContain(`/docs/interface/${name}.md`);
    expect(overview.text).toContain(`/docs/interface/${name}"`);
    for (const [, to] of page.text.matchAll(/href="\/docs\/interface\/([a-z-]+)(?:\.md)?(?:#[^"]*)?"/g))
      expect(names).toContain(to);
  }
  for (const unknown of ['nothing', 'README', 'README.md', '..%2Fstores', '%2e%2e%2fgoing-live.md']) {
    expect([unknown, (await read(`/docs/interface/${unknown}`)).status]).toEqual([unknown, 404]);
  }
});

it('the guide to the first purchase is a page, with no link that leads nowhere', async () => {
  const page = await read('/docs/going-live');
  expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.text).toContain('npm run demo-store');
  for (const [, to] of page.text.matchAll(/href="(\/[^"#]*)/g))
    expect([to, (await read(to!)).status]).toEqual([to, 200]);
  expect(page.text).not.toMatch(/href="(?![/#]|https?:|data:)/);
});

it('llms.txt leads to all of it, and everything that it leads to is there', async () => {
  const { text } = await read('/llms.txt');
  const links = [...text.matchAll(/\]\((http[^)]+)\)/g)].map(([, to]) => to!);
  for (const path of ['/llms-full.txt', '/docs/interface.md', '/docs/errors.md', '/openapi.json'])
    expect(links).toContain(system.url + path);
  for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
  const quickstart = (await read('/sandbox/quickstart')).text;
  for (const word of ['MCP', 'policy_denied', 'next_action', '/docs/interface/mcp.md'])
    expect(quickstart).toContain(word);
});
