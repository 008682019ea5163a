import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// Whatever the READMEs and docs/ print runs as printed, page by page and language by language, unless it is marked as an example.

const root = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);
const product = 'https://www.walmart.com/ip/986325010';

function canImportRequests(): boolean {
  try {
    execFileSync('python3', ['-c', 'import requests'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

interface Block {
  language: string;
  isExample: boolean;
  text: string;
}

const blocksIn = (page: string): Block[] =>
  [...page.matchAll(/^ *```(\w*)( example)?\n([\s\S]*?)^ *```$/gm)].map(([, language = '', mark, text = '']) => ({
    language,
    isExample: mark !== undefined,
    text,
  }));

/** What a language needs around the samples of a page, and how they are run. */
const runners: Record<string, { file: string; before: string; command: [string, ...string[]] }> = {
  sh: {
    file: 'page.sh',
    before: 'set -euo pipefail; curl() { command curl --fail-with-body "$@"; }\n',
    command: ['bash'],
  },
  ts: { file: 'page.ts', before: '', command: [process.execPath] },
  python: { file: 'page.py', before: '', command: ['python3'] },
};

let system: TestSystem;
let folder: string;
const pages: { name: string; blocks: Block[] }[] = [];

beforeAll(async () => {
  system = await startSystem({ withWorker: true, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  folder = await mkdtemp(join(tmpdir(), 'errand-samples-'));
  const sdk = join(folder, 'node_modules', '@errand', 'sdk');
  await mkdir(sdk, { recursive: true });
  await symlink(join(root, 'sdk', 'src'), join(sdk, 'src'));
  const exports = { '.': './src/package.ts', './operator': './src/operator.ts', './csv': './src/read-csv.ts' };
  await writeFile(join(sdk, 'package.json'), JSON.stringify({ name: '@errand/sdk', type: 'module', exports }));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const names = (await readdir(join(root, 'docs'), { recursive: true })).filter((name) =>
    /^(?!decisions).*\.md$/.test(name),
  );
  const others = [
    'README.md',
    'CONTRIBUTING.md',
    'cli/README.md',
    'sdk/README.md',
    'deploy/README.md',
    'bench/README.md',
  ];
  for (const name of [...others, ...names.map((name) => `docs/${name}`)])
    pages.push({ name, blocks: blocksIn(await readFile(join(root, name), 'utf8')) });
});
afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function runPage(name: string, blocks: Block[], language: string): Promise<string> {
  const { file, before, command } = runners[language]!;
  const own = join(folder, name.replaceAll('/', '-'));
  await mkdir(own, { recursive: true });
  const text = blocks
    .filter((block) => block.language === language && !block.isExample)
    // A reader puts the address of their own program.
    .map((block) => block.text.replaceAll('https://example.com/hooks', `${system.url}/hooks`))
    .map((text) => text.replaceAll('http://127.0.0.1:8080', system.url))
    .join('\n');
  await writeFile(join(own, file), before + text);
  const [program, ...given] = command;
  // Samples work with an order that is there already.
  const key = await system.mint();
  const { body: order } = await system.post('/orders', key, orderFor(product));
  await expect
    .poll(async () => (await system.get(`/orders/${order.id}`, key)).body.status, { timeout: 30_000 })
    .toBe('order_placed');
  const env = { ...process.env, ERRAND_API_KEY: key };
  return run(program, [...given, join(own, file)], { cwd: own, env, timeout: 60_000 }).then(
    ({ stdout }) => stdout,
    ({ message, stdout }) => {
      throw new Error(`${name}: ${message}\n${stdout}`);
    },
  );
}

const runPages = (language: string): Promise<[name: string, stdout: string][]> =>
  Promise.all(
    pages
      .filter(({ blocks }) => blocks.some((block) => block.language === language && !block.isExample))
      .map(async ({ name, blocks }) => [name, await runPage(name, blocks, language)]),
  );

describe('the samples of README.md and of docs/', () => {
  it('say which language they are in', () => {
    const unknown = pages.flatMap(({ name, blocks }) => (blocks.some(({ language }) => language === '') ? [name] : []));
    expect(unknown).toEqual([]);
  });

  it('commands run as printed, and what they order arrives', { timeout: 120_000 }, async () => {
    const ran = new Map(await runPages('sh'));
    for (const name of ['README.md', 'docs/guides/first-order.md']) {
      const [, id] = /"id":"([^"]+)","status":"pending"/.exec(ran.get(name) ?? '') ?? [];
      await expect
        .poll(async () => (await system.get(`/track/${id}`)).text, { timeout: 30_000 })
        .toContain('"status":"delivered"');
    }
  });

  it('TypeScript runs as printed', { timeout: 120_000 }, async () => {
    expect((await runPages('ts')).length).toBeGreaterThan(6);
  });

  it.runIf(canImportRequests())('Python runs as printed', { timeout: 120_000 }, async () => {
    expect((await runPages('python')).length).toBeGreaterThan(6);
  });
});
