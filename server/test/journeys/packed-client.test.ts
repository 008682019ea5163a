import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from '../harness/browser.ts';
import { firstOrderProgram, firstOrderResult } from '../harness/first-order-program.ts';
import { signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// What a developer does: install the packed file into an empty folder, and order with it on the Node.js that the machine has.

const root = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);
let system: TestSystem;
let folder: string;

/** The machine's own Node.js, where it has one beside the one that the project brings along. */
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((each) => !each.includes('node_modules'))
  .join(delimiter);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-pack-'));
  const built = join(folder, 'built');
  await run(process.execPath, [join(root, 'tools', 'build-sdk.ts'), built]);
  await writeFile(join(folder, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }');
  const quiet = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
  await run('npm', ['pack', built, '--pack-destination', folder, ...quiet], { cwd: folder });
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await run('npm', ['install', `./${packed}`, ...quiet], { cwd: folder });
  system = await startSystem({ withWorker: true });
}, 180_000);
afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

const env = () => ({ PATH: path, HOME: folder, ERRAND_BASE_URL: system.url });

describe('the packed client and command', () => {
  it('bring nothing else along', async () => {
    expect(await readdir(join(folder, 'node_modules', '@errand'))).toEqual(['sdk']);
    expect((await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['@errand']);
  });

  it('the client orders something that arrives', { timeout: 60_000 }, async () => {
    await writeFile(join(folder, 'first.js'), firstOrderProgram);
    const { stdout } = await run('node', ['first.js'], { cwd: folder, env: env() });
    expect(stdout.trim()).toBe(firstOrderResult);
  });

  it('the command does, too, without a key to begin with', { timeout: 60_000 }, async () => {
    const errand = async (...args: string[]) =>
      (await run(join('node_modules', '.bin', 'errand'), args, { cwd: folder, env: env() })).stdout;
    expect(await errand('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { id } = JSON.parse(await errand('orders', 'create', '--example', '--watch', '--json'));
    await errand('orders', 'advance', id, 'delivered');
    expect(await errand('orders', 'watch', id, '--until', 'delivered')).toContain('items delivered');
    expect(await errand('webhooks', 'listen', '--after', 'start', '--limit', '2')).toMatch(
      /order\.created[\s\S]*order\.placed/,
    );
  });

  it.runIf(hasBrowser)(
    'the client orders in a page of another origin, with a key that allows it',
    { timeout: 90_000 },
    async () => {
      const page = createServer(async (request, response) => {
        const isModule = request.url?.endsWith('.js');
        response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
        const file = join(folder, 'node_modules', '@errand', 'sdk', 'dist', basename(request.url ?? ''));
        response.end(isModule ? await readFile(file) : '<!doctype html><title>A shop</title>');
      });
      await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
      const origin = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
      const jane = await signIn(system, 'jane@example.com');
      const body = { label: 'In a page', world: 'test', allowed_origins: [origin] };
      const { api_key: apiKey } = (await jane.call('/keys', { method: 'POST', body })).body;
      const browser = await openBrowser();
      try {
        const tab = await browser.newPage();
        await tab.goto(origin);
        const order = orderFor(`${system.url}/shop/products/test-success`);
        // As text: the test's own import would be rewritten.
        const status = await tab.evaluate(`(async () => {
        const { createClient } = await import('/index.js');
        const client = createClient(${JSON.stringify({ baseUrl: system.url, apiKey })});
        const { id } = await client.createOrder({ body: ${JSON.stringify(order)} });
        return (await client.orders.waitUntil(id, 'placed')).status;
      })()`);
        expect(status).toBe('order_placed');
      } finally {
        await browser.close();
        page.close();
      }
    },
  );

  it('its types say what an order is', { timeout: 60_000 }, async () => {
    const program = `
      import { createClient, ErrandError, type Order } from '@errand/sdk';
      const client = createClient({ baseUrl: 'http://127.0.0.1' });
      export const read = async (id: string): Promise<Order['status']> => (await client.getOrder({ order_id: id })).status;
      // @ts-expect-error an order has no such field
      export const wrong = async (id: string) => (await client.getOrder({ order_id: id })).nonsense;
      export const code = (error: ErrandError): boolean => error.code === 'insufficient_funds';
    `;
    await writeFile(join(folder, 'typed.ts'), program);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    const said = await run(tsc, [...options, '--types', '', 'typed.ts'], { cwd: folder }).catch((error) => error);
    expect(said.stdout).toBe('');
  });
});
