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
  [...text.matchAll(/(?:src|href)="([^"#]+)[^"]*"/g)]
    .map(([, path]) => path ?? '')
    .filter((path) => path.startsWith('/'));

describe('the documentation', () => {
  it('leads from the introduction to every guide, and no link is broken', async () => {
    const seen = new Map<string, number>();
    const open = ['/docs'];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      const answer = await system.call(path, { headers: { accept: 'text/html' } });
      seen.set(path, answer.status);
      const isDocs = path.startsWith('/docs') && answer.headers.get('content-type')?.startsWith('text/html');
      if (isDocs) open.push(...linksIn(answer.text));
    }
    // Leads to sign-in or needs a key; nothing here is the documentation's.
    const broken = [...seen].filter(([path, status]) => status >= 400 && !/^\/(app|sandbox|wallet)/.test(path));
    expect(broken).toEqual([]);
    for (const page of ['first-order', 'agents', 'bulk', 'returns', 'webhooks'])
      expect(seen.get(`/docs/guides/${page}`), page).toBe(200);
    for (const page of ['/docs/going-live', '/docs/stores', '/docs/changelog', '/docs/interface/orders'])
      expect(seen.get(page), page).toBe(200);
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
    expect(orders).toContain('client.createOrder({');
    expect(orders).toContain('requests.post(');
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

  it('can be searched, read as Markdown, and followed as a feed', async () => {
    const entries = (await system.get('/docs/search.json')).body as { title: string; url: string }[];
    expect(entries.find(({ title }) => title === 'Create an order')?.url).toBe('/docs/reference/orders#createOrder');
    expect(entries.some(({ url }) => url === '/docs/guides/first-order#order')).toBe(true);
    const source = await system.get('/docs/guides/webhooks.md');
    expect([source.headers.get('content-type'), source.text.split('\n', 1)[0]]).toEqual([
      'text/markdown; charset=utf-8',
      '# Webhooks',
    ]);
    const feed = await system.get('/docs/changelog.xml');
    expect(feed.headers.get('content-type')).toContain('application/atom+xml');
    expect(feed.text).toMatch(/<entry>[\s\S]*Unreleased/);
  });
});

describe('the OpenAPI document', () => {
  it('keeps what linters ask for: contact, licence, servers, tags, descriptions, nothing unused', async () => {
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
