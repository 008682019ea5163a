import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const folder = new URL('../../../docs/interface/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map((file) => file.slice(0, -3));

async function read(path: string) {
  const answer = await fetch(system.url + path);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

it('every page of docs/interface is served for people and as Markdown, and is in the one file', async () => {
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
