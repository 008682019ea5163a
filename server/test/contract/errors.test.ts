import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCatalog } from '../../src/wire/error-catalog.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let key: string;
beforeAll(async () => {
  system = await startSystem({ env: { RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_KEY: '10000' } });
  contract = await readContract(system);
  key = await system.mint();
});
afterAll(() => system.stop());

const codes = [...Object.keys(errorCatalog), 'invalid_request'];

const sectionsOf = (markdown: string): Record<string, string> =>
  Object.fromEntries(
    [...markdown.matchAll(/^## (.+)\n\n([\s\S]*?)(?=\n\n## |\n*$(?![\s\S]))/gm)].map(([, title, body]) => [
      title,
      body,
    ]),
  );

it('every code has a page for people and one for machines, and they are listed', { timeout: 120_000 }, async () => {
  const list = await (await fetch(`${system.url}/docs/errors.md`)).text();
  for (const code of codes) {
    const page = await fetch(`${system.url}/docs/errors/${code}`);
    const html = await page.text();
    expect([code, page.status, page.headers.get('content-type')]).toEqual([code, 200, 'text/html; charset=utf-8']);
    for (const title of ['Cause', 'Example', 'Fix']) expect(html, code).toContain(`>${title}</a></h2>`);
    const plain = await fetch(`${system.url}/docs/errors/${code}.md`);
    const text = await plain.text();
    expect([code, plain.status, plain.headers.get('content-type')]).toEqual([
      code,
      200,
      'text/markdown; charset=utf-8',
    ]);
    expect(text.startsWith(`# ${code}\n`)).toBe(true);
    const { Cause: cause, Example: example, Fix: fix } = sectionsOf(text);
    expect([code, cause, fix]).toEqual([
      code,
      expect.stringMatching(/^[A-Z].{20,}\.$/s),
      expect.stringMatching(/^[A-Z].{8,}\.$/s),
    ]);
    const shown = JSON.parse(/^```json\n([\s\S]*)\n```$/.exec(example ?? '')?.[1] ?? 'null');
    expect(shown.error ?? shown, code).toMatchObject({ next_step: fix, docs: `${system.url}/docs/errors/${code}` });
    expect(list).toContain(`${system.url}/docs/errors/${code}.md`);
  }
  expect(await (await fetch(`${system.url}/docs/errors/policy_denied.md`)).text()).toContain('`POST /orders`');
  expect((await fetch(`${system.url}/docs/errors`)).status).toBe(200);
  for (const unknown of ['nothing', 'nothing.md', 'toString', '__proto__']) {
    expect([unknown, (await fetch(`${system.url}/docs/errors/${unknown}`)).status]).toEqual([unknown, 404]);
  }
});

it('every operation refuses with a code, whether a retry helps, what to do, and the page about it', {
  timeout: 120_000,
}, async () => {
  const met = new Set<string>();
  const current = contract.operations.filter(({ path }) => !path.startsWith('/v1') && !path.startsWith('/ucp'));
  expect(current.length).toBeGreaterThan(80);
  for (const { method, path } of current) {
    const target = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
    const answers = [
      await system.call(target, { method }),
      await system.call(target, { method, key }),
      ...(method === 'GET' ? [] : [await system.call(target, { method, key, body: { unknown: true } })]),
    ];
    for (const { status, body, headers } of answers.filter((each) => each.status >= 400)) {
      const where = `${method} ${path} ${status}`;
      if (status === 422) {
        expect([where, body], where).toEqual([
          where,
          {
            detail: expect.any(Array),
            retryable: false,
            next_step: expect.stringContaining('Fix every field'),
            docs: `${system.url}/docs/errors/invalid_request`,
          },
        ]);
        expect(headers.get('link'), where).toBe(`<${system.url}/docs/errors/invalid_request>; rel="help"`);
        continue;
      }
      const { code } = body.error;
      met.add(code);
      expect([where, body.error], where).toEqual([
        where,
        {
          code,
          message: expect.any(String),
          details: expect.any(Object),
          retryable: expect.any(Boolean),
          next_step: expect.any(String),
          docs: `${system.url}/docs/errors/${code}`,
        },
      ]);
      expect(codes).toContain(code);
    }
  }
  expect([...met]).toEqual(expect.arrayContaining(['unauthorized', 'not_found', 'payment_required']));
});

/** Codes that only the legacy API has, in its own format. */
const earlierOnly = new Set(['cancellation_running']);

it('no failure of the code is missing from the list', () => {
  const source = fileURLToPath(new URL('../../src', import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('legacy'),
  );
  const thrown = files.flatMap((file) =>
    [...readFileSync(`${source}/${file}`, 'utf8').matchAll(/new Failure\(\s*'([a-z_]+)'/g)].map(([, code]) => code!),
  );
  expect(thrown.length).toBeGreaterThan(60);
  expect([...new Set(thrown)].filter((code) => !codes.includes(code) && !earlierOnly.has(code))).toEqual([]);
});
