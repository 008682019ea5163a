import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from '../harness/browser.ts';
import {
  firstOrderCommonJs,
  firstOrderModule,
  firstOrderProgram,
  firstOrderResult,
} from '../harness/first-order-program.ts';
import { freePort } from '../harness/free-port.ts';
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

  it.each([
    ['first.mjs', firstOrderProgram],
    ['first.cjs', firstOrderCommonJs],
  ])('the client orders something that arrives, from %s', { timeout: 60_000 }, async (file, program) => {
    await writeFile(join(folder, file), program);
    const { stdout } = await run('node', [file], { cwd: folder, env: env() });
    expect(stdout.trim()).toBe(firstOrderResult);
  });

  it('the command does, too, without a key to begin with', { timeout: 60_000 }, async () => {
    const errand = async (...args: string[]) =>
      (await run(join('node_modules', '.bin', 'errand'), args, { cwd: folder, env: env() })).stdout;
    expect(await errand('--version')).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?\n$/);
    const { id } = JSON.parse(await errand('orders', 'create', '--example', '--watch', '--json'));
    await errand('orders', 'advance', id, 'delivered');
    expect(await errand('orders', 'watch', id, '--until', 'delivered')).toContain('items delivered');
    expect(await errand('webhooks', 'listen', '--after', 'start', '--limit', '2')).toMatch(
      /order\.created[\s\S]*order\.placed/,
    );
  });

  it('leads from the guide to a verified webhook', { timeout: 60_000 }, async () => {
    const guide = await readFile(join(root, 'docs', 'guides', 'webhooks.md'), 'utf8');
    const [, sample = ''] = /```js example\n([\s\S]*?)```/.exec(guide) ?? [];
    const port = String(await freePort());
    await writeFile(join(folder, 'hooks.mjs'), sample.replace('3000', port));
    const errand = join('node_modules', '.bin', 'errand');
    const started: ChildProcess[] = [];
    const start = (program: string, args: string[], more = {}) => {
      const child = spawn(program, args, { cwd: folder, env: { ...env(), ...more } });
      started.push(child);
      const said = { text: '' };
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said.text += chunk));
      return said;
    };
    try {
      const printed = await run(errand, ['listen', '--print-secret'], { cwd: folder, env: env() });
      const secret = printed.stdout.trim();
      const receiving = start('node', ['hooks.mjs'], { SECRET: secret });
      const listening = start(errand, ['listen', '--forward-to', `http://localhost:${port}`]);
      await expect.poll(() => listening.text, { timeout: 20_000 }).toContain(`Webhook secret: ${secret}\n`);
      await run(errand, ['trigger', 'order.placed'], { cwd: folder, env: env() });
      await expect.poll(() => receiving.text, { timeout: 20_000 }).toContain('verified: order.placed');
      expect(receiving.text).not.toContain('rejected');
    } finally {
      for (const child of started) child.kill();
    }
  });

  it.runIf(hasBrowser)(
    'the client orders and verifies a webhook in a page of another origin, with a key that allows it',
    { timeout: 90_000 },
    async () => {
      await writeFile(join(folder, 'in-page.mjs'), firstOrderModule);
      // A bundler for browsers has no Node modules: anything it cannot resolve is an error here.
      const { rolldown } = await import('rolldown');
      const bundle = await rolldown({ input: join(folder, 'in-page.mjs'), platform: 'browser', logLevel: 'silent' });
      const { output } = await bundle.generate({ format: 'es' });
      expect(output[0].imports).toEqual([]);
      const page = createServer((request, response) => {
        const isModule = request.url === '/bundle.js';
        response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
        response.end(isModule ? output[0].code : '<!doctype html><title>A shop</title>');
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
        // Signed without the client.
        const secret = Buffer.alloc(32, 5);
        const at = String(Math.floor(Date.now() / 1000));
        const payload = '{"type":"order.placed","data":{}}';
        const signature = createHmac('sha256', secret).update(`msg_1.${at}.${payload}`).digest('base64');
        const message = {
          payload,
          headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` },
          secret: `whsec_${secret.toString('base64')}`,
        };
        // As text: the test's own import would be rewritten.
        const seen = await tab.evaluate(`(async () => {
        const { sdk: { Errand, verifyWebhook } } = await import('/bundle.js');
        const errand = new Errand(${JSON.stringify({ baseUrl: system.url, apiKey })});
        const { id } = await errand.orders.create(${JSON.stringify(order)});
        const { status } = await errand.orders.waitUntil(id, 'placed');
        const message = ${JSON.stringify(message)};
        const { type } = await verifyWebhook(message);
        const forged = await verifyWebhook({ ...message, payload: message.payload + ' ' }).catch(({ name }) => name);
        return [status, type, forged];
      })()`);
        expect(seen).toEqual(['order_placed', 'order.placed', 'WebhookVerificationError']);
      } finally {
        await browser.close();
        page.close();
      }
    },
  );

  it('its types pass strict TypeScript, from modules and CommonJS', { timeout: 60_000 }, async () => {
    const program = `
      import { createServer } from 'node:http';
      import { Errand, type ErrandError, type Order, verifyWebhook } from '@errand/sdk';
      import { ErrandOperator } from '@errand/sdk/operator';
      const errand = new Errand({ baseUrl: 'http://127.0.0.1', apiKey: process.env.ERRAND_API_KEY });
      export const read = async (id: string): Promise<Order['status']> => (await errand.orders.get(id)).status;
      // @ts-expect-error an order has no such field
      export const wrong = async (id: string) => (await errand.orders.get(id)).nonsense;
      // @ts-expect-error operators' calls are in their own import
      export const desk = errand.desk;
      export const tasks = new ErrandOperator({ baseUrl: 'http://127.0.0.1' }).desk.listTasks();
      export const code = (error: ErrandError): boolean => error.code === 'insufficient_funds' && error.retryable;
      export const first = async () => {
        const { example_order } = await errand.sandbox.mintKey();
        for await (const order of errand.orders.list()) return order.id;
        return (await errand.orders.create(example_order, { headers: { 'x-a': 'b' }, retries: 1 })).id;
      };
      createServer(async (request, response) => {
        const event = await verifyWebhook({ payload: '', headers: request.headers, secret: process.env.SECRET });
        if (event.type === 'order.placed') response.end(event.data.merchant_order_ids.join());
        if (event.type === 'return.updated') response.end(event.data.status);
        // @ts-expect-error a policy has no tracking numbers
        if (event.type === 'policy.alert') response.end(event.data.tracking_numbers);
      });
      export const web = (request: Request) => verifyWebhook({ payload: '', headers: request.headers, secret: ['a'] });
    `;
    for (const name of ['typed.mts', 'typed.cts']) await writeFile(join(folder, name), program);
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--skipLibCheck',
      'false',
    ];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    for (const module of [['nodenext'], ['esnext', '--moduleResolution', 'bundler']]) {
      const options = ['--noEmit', ...strict, '--module', ...module, '--target', 'es2022', '--lib', 'es2022', ...types];
      const files = module.length === 1 ? ['typed.mts', 'typed.cts'] : ['typed.mts'];
      const { stdout } = await run(tsc, [...options, ...files], { cwd: folder }).catch((error) => error);
      expect(stdout).toBe('');
    }
  });
});
