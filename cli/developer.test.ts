import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkIn, mailsTo, signIn } from '../server/test/harness/person.ts';
import { orderFor, type TestSystem } from '../server/test/harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../server/test/harness/test-endpoint.ts';
import { startCommand } from './command-harness.ts';

let system: TestSystem;
let folder: string;
let errand: Awaited<ReturnType<typeof startCommand>>['errand'];
let stop: () => Promise<void>;
let receiver: TestEndpoint;
beforeAll(async () => {
  receiver = await startTestEndpoint();
  ({ system, folder, errand, stop } = await startCommand());
});
afterAll(async () => {
  await stop();
  await receiver.stop();
});

const json = async (key: string | undefined, ...args: string[]) =>
  JSON.parse((await errand(key, [...args, '--json'])).out);

describe('errand policy set', () => {
  it('is for people: a key gets instructions, and a person pastes the link from the email', async () => {
    const jane = await signIn(system, 'jane@example.com');
    const { api_key: key } = (await jane.call('/keys', { method: 'POST', body: { label: 'CLI', world: 'test' } })).body;
    const rules = join(folder, 'rules.json');
    await writeFile(rules, '{"max_order_cents": 5000}');
    const refused = await errand(key, ['policy', 'set', rules]);
    expect(refused.code).toBe(3);
    expect(refused.err).toContain('Add --as <your email>');
    expect((await jane.call('/account/policy')).body.version ?? 0).toBe(0);

    // Twice: the second time the policy binds every key.
    for (const version of [1, 2]) {
      const known = new Set((await mailsTo(system, 'jane@example.com')).map(({ id }) => id));
      const paste = async function* () {
        yield linkIn((await mailsTo(system, 'jane@example.com')).find(({ id }) => !known.has(id))!);
      };
      const said = await errand(key, ['policy', 'set', rules, '--as', 'jane@example.com'], false, () => {}, paste);
      expect(said, said.err).toMatchObject({ code: 0, out: `Policy saved, version ${version}.\n` });
      expect(said.err).not.toContain('another account');
    }
    const { rules: stored } = (await jane.call('/account/policy')).body;
    expect(stored).toMatchObject([{ rule: 'max_order_cents', limit: 5000 }]);
    const known = new Set((await mailsTo(system, 'jane@example.com')).map(({ id }) => id));
    const elsewhere = await errand(
      await system.mint(),
      ['policy', 'set', rules, '--as', 'jane@example.com'],
      false,
      () => {},
      async function* () {
        yield linkIn((await mailsTo(system, 'jane@example.com')).find(({ id }) => !known.has(id))!);
      },
    );
    expect(elsewhere.err).toMatch(/This key belongs to another account, so the policy does not apply to it\..*\n$/);
    const wrong = await errand(
      key,
      ['policy', 'set', rules, '--as', 'jane@example.com'],
      false,
      () => {},
      async function* () {
        yield `${system.url}/auth/magic-link/verify?token=wrong`;
      },
    );
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('This sign-in link is not valid.') });
  });
});

describe('what a developer debugs with', () => {
  it('calls any operation, and says what failed', async () => {
    const key = await system.mint();
    const file = join(folder, 'order.json');
    await writeFile(file, JSON.stringify(orderFor(`${system.url}/shop/products/test-success`)));
    const made = JSON.parse((await errand(key, ['api', 'post', '/orders', file])).out);
    expect(JSON.parse((await errand(key, ['api', 'GET', `/orders/${made.id}`])).out).id).toBe(made.id);
    const missing = await errand(key, ['api', 'GET', '/nothing', '-i']);
    expect(missing).toMatchObject({ code: 3, err: expect.stringMatching(/^HTTP 404 \(request [\w-]+\)\n$/) });
    expect(missing.out).toMatch(/^HTTP 404\n[\s\S]*"code": "not_found"/);
    expect((await errand(key, ['api', 'EAT', '/orders'])).code).toBe(2);
  });

  it('builds a body from fields, sends headers, and reads every page', async () => {
    const key = await system.mint();
    const order = orderFor(`${system.url}/shop/products/test-success`);
    const address = Object.entries(order.shipping_address).flatMap(([name, value]) => [
      '-f',
      `shipping_address[${name}]=${value}`,
    ]);
    const product = ['-f', `products[][url]=${order.products[0]!.url}`, '-f', 'products[][quantity]:=2'];
    const args = ['api', 'POST', '/orders', ...product, ...address, '-f', 'max_price:=20000'];
    const refused = await errand(key, [...args, '-H', 'Errand-Test-Fault: nonsense', '--json']);
    expect([refused.code, refused.out]).toEqual([3, '']);
    expect(JSON.parse(refused.err).error).toMatchObject({ code: 'invalid_request', status: 422 });
    const made = JSON.parse((await errand(key, args)).out);
    expect(made.items[0]).toMatchObject({ quantity: 2 });
    for (let n = 0; n < 2; n += 1) await system.post('/orders', key, order);
    const list = await errand(key, ['api', 'GET', '/orders', '-f', 'limit=1', '--paginate']);
    expect(
      list.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toContain(made.id);
    expect(list.out.trim().split('\n')).toHaveLength(3);
    const events = await errand(key, ['api', 'GET', `/events?order_id=${made.id}`, '--paginate']);
    expect(JSON.parse(events.out.split('\n')[0]!)).toMatchObject({ type: 'order.created', order_id: made.id });
    for (const wrong of [
      ['GET', '/wallet', '--paginate'],
      ['POST', '/orders', '--paginate'],
      ['POST', '/orders', 'order.json', '-f', 'a=b'],
      ['POST', '/orders', '-H', 'nonsense'],
      ['POST', '/orders', '-', '--as', 'jane@example.com'],
    ]) {
      expect((await errand(key, ['api', ...wrong])).code, wrong.join(' ')).toBe(2);
    }
  });

  it('calls what only people may call, with --as', async () => {
    const key = await system.mint();
    await signIn(system, 'joe@example.com');
    const known = new Set((await mailsTo(system, 'joe@example.com')).map(({ id }) => id));
    const paste = async function* () {
      yield linkIn((await mailsTo(system, 'joe@example.com')).find(({ id }) => !known.has(id))!);
    };
    const refused = await errand(key, ['api', 'GET', '/me']);
    expect(refused).toMatchObject({ code: 3, out: expect.stringContaining('run errand api with --as <your email>.') });
    const said = await errand(key, ['api', 'GET', '/me', '--as', 'joe@example.com'], false, () => {}, paste);
    expect(JSON.parse(said.out)).toMatchObject({ email: 'joe@example.com' });
  });

  it('prints errors as JSON with code and request ID', async () => {
    const key = await system.mint();
    const id = '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52';
    const { code, out, err } = await errand(key, ['orders', 'get', id, '--json']);
    expect([code, out]).toEqual([3, '']);
    const { error } = JSON.parse(err);
    expect(error).toMatchObject({ code: 'not_found', status: 404, retryable: false, message: expect.any(String) });
    await expect
      .poll(async () => (await errand(key, ['requests', 'get', error.request_id])).out)
      .toContain('not_found');
    expect(JSON.parse((await errand(key, ['nonsense', '--json'])).err).error.code).toBe('usage');
    const text = (await errand(key, ['orders', 'get', id])).err;
    expect(text).toMatch(/\.\n$/);
    expect(text).not.toContain('..');
  });

  it('shows requests, endpoints and deliveries', { timeout: 60_000 }, async () => {
    const key = await system.mint();
    const tail = errand(key, ['requests', 'tail', '--status', '4xx', '--limit', '1']);
    receiver.become(() => 500);
    const { id, secret } = await json(key, 'endpoints', 'create', `${receiver.url}/hook`, '--events', 'order.placed');
    expect(secret).toMatch(/^whsec_/);
    expect((await errand(key, ['endpoints', 'list'])).out).toContain('order.placed');
    const { id: delivery } = await json(key, 'endpoints', 'test', id);
    await expect
      .poll(async () => (await errand(key, ['deliveries', 'list', '--status', 'retrying'])).out, { timeout: 15_000 })
      .toContain(delivery);
    expect((await errand(key, ['deliveries', 'get', delivery])).out).toMatch(/pending, next attempt [\s\S]*500/);
    receiver.become(() => 200);
    expect((await errand(key, ['deliveries', 'resend', delivery])).code).toBe(0);
    await expect.poll(async () => (await json(key, 'deliveries', 'get', delivery)).status).toBe('delivered');
    expect((await errand(key, ['endpoints', 'list'])).out).toMatch(/active\s+50%, \d+ ms/);
    expect((await errand(key, ['endpoints', 'health', id, '--period', 'week'])).out).toMatch(/2\s+50%, \d+ ms/);
    expect((await errand(key, ['deliveries', 'resend', '--endpoint', id])).out).toBe('Queued for resending: 0.\n');
    expect((await errand(key, ['endpoints', 'delete', id])).out).toBe('Endpoint deleted.\n');
    await errand(key, ['api', 'GET', '/orders/export?limit=x&status_filter=nonsense']);
    expect((await tail).out).toMatch(/ 422 {2}GET \/orders\/export\S+ {2}invalid_request {2}\d+ ms {2}\S+\n$/);
  });

  it('limits a search, and has help and a version', async () => {
    const key = await system.mint();
    expect((await json(key, 'search', 'paper', '--limit', '2')).results.length).toBeLessThanOrEqual(2);
    const help = (await errand(undefined, ['help', 'orders', 'create'])).out;
    expect(help).toBe((await errand(undefined, ['orders', 'create', '--help'])).out);
    expect(help).toMatch(/Examples:\n {2}errand orders create --example --watch\n/);
    const overview = (await errand(undefined, ['help'])).out;
    expect(overview).toContain('Usage: errand <command>');
    expect(overview.match(/^\w[\w ]+:$/gm)).toEqual([
      'Buy and return:',
      'Your account:',
      'Develop:',
      'Run the service:',
      'Other:',
      'Global options:',
    ]);
    expect(overview).not.toContain('webhooks listen');
    for (const args of [['orders'], ['orders', '--help'], ['help', 'orders']]) {
      const group = await errand(undefined, args);
      expect(group).toMatchObject({ code: 0, err: '' });
      expect(group.out).toContain('Usage: errand orders <command>\n\n  orders create');
      expect(group.out).not.toContain('returns list');
    }
    expect((await errand(undefined, ['wallet', '--help'])).out).toContain('Commands:\n  wallet transactions');
    expect(await errand(undefined, ['help', 'nosuch'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('errand has no command "nosuch".'),
    });
    expect((await errand(undefined, ['version'])).out).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  });

  it('searches the docs and shows a page', async () => {
    const found = (await errand(undefined, ['docs', 'verify', 'a', 'webhook'])).out;
    const [page = ''] = found.split('\n');
    expect(page).toMatch(/^guides\/webhooks#/);
    expect((await errand(undefined, ['docs', page])).out).toMatch(/^# Receive webhooks\n/);
    expect((await errand(undefined, ['docs', 'errors/not_found'])).out).toMatch(/^# not_found\n/);
    expect((await json(undefined, 'docs', 'verify', 'a', 'webhook'))[0].url).toBe(`/docs/${page}`);
    expect((await errand(undefined, ['docs', 'zzzqqq'])).out).toBe('No results.\n');
    expect((await errand(undefined, ['docs'])).code).toBe(2);
  });

  it('listen keeps its secret', async () => {
    const key = await system.mint();
    await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    const listen = async () =>
      (await errand(key, ['listen', '--after', 'start', '--limit', '1', '--forward-to', `${receiver.url}/l`])).err;
    const said = await listen();
    expect(said).toMatch(/Webhook secret: whsec_\S+/);
    expect(await listen()).toBe(said);
  });

  it('exits quietly when the pipe closes', async () => {
    const key = await system.mint();
    for (let n = 0; n < 3; n += 1) {
      await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    }
    const program = join(import.meta.dirname, 'main.ts');
    const pipe = `"${process.execPath}" "${program}" orders export --url ${system.url} --key ${key}`;
    // The reader closes before anything is written.
    const child = spawn('bash', ['-c', `set -o pipefail; ${pipe} | true; ${pipe} | head -1`], { stdio: 'pipe' });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, err, out.trim().split('\n')]).toEqual([0, '', [expect.stringContaining('id')]]);
  });
});
