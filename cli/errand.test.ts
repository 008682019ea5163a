import { spawn, spawnSync } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestSystem } from '../server/test/harness/system.ts';
import { startCommand } from './command-harness.ts';

let system: TestSystem;
let folder: string;
let errand: Awaited<ReturnType<typeof startCommand>>['errand'];
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ system, folder, errand, stop } = await startCommand());
});
afterAll(() => stop());

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const header = 'product_url;name;address1;city;state;zip;max_price;Bemerkung';
const csvRow = (more: Partial<Record<'product' | 'name' | 'zip' | 'price' | 'note', string>> = {}) =>
  [
    `${system.url}/shop/products/test-${more.product ?? 'success'}`,
    more.name ?? 'Jane Doe',
    '1 Market St',
    'San Francisco',
    'CA',
    more.zip ?? '94105',
    more.price ?? '5000',
    more.note ?? '',
  ].join(';');

describe('errand bulk', () => {
  it('validate shows what is wrong, line by line, and orders nothing', async () => {
    const key = await system.mint();
    const rows = [
      csvRow({ note: 'für Müller' }),
      csvRow({ zip: '1', price: '$5' }),
      '',
      csvRow({ name: '\u001b[31mCher' }),
    ];
    const path = await file('bestellung.csv', Buffer.from([header, ...rows].join('\r\n'), 'latin1'));
    const said = await errand(key, ['bulk', 'validate', path]);
    expect(said.code).toBe(1);
    expect(said.out).toMatchInlineSnapshot(`
      "bestellung.csv: 3 rows, 1 valid, 2 invalid.
      Maximum cost: $50.00. Available: $10,000.00 (enough).

        Line  Status   Recipient  Problem
        3     invalid  Jane Doe   max_price "$5" is not a whole number of cents: enter 4999 for $49.99.
                                  zip: "1" is not a valid postal code for US. Use a format such as 94103 or 94103-1234.
        5     invalid   [31mCher  name " [31mCher" needs a first and last name.
      "
    `);
    expect((await system.get('/orders/bulk', key)).body.total).toBe(0);
    const fine = await errand(key, ['bulk', 'validate', await file('fine.csv', `${header}\n${csvRow()}`)]);
    expect(fine).toEqual({
      code: 0,
      err: '',
      out: 'fine.csv: 1 row, 1 valid, 0 invalid.\nMaximum cost: $50.00. Available: $10,000.00 (enough).\n',
    });
    const json = await errand(key, ['bulk', 'validate', path, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({
      total_rows: 3,
      rows: [{ passthrough: { Bemerkung: 'für Müller' } }, {}, {}],
    });
  });

  it('place orders every row, shows progress, and the same file again is the same batch', async () => {
    const key = await system.mint();
    const path = await file(
      'two.csv',
      [header, csvRow(), csvRow({ product: 'out-of-stock', note: '=1+1' })].join('\n'),
    );
    const said = await errand(key, ['bulk', 'place', path], true);
    expect(said.code).toBe(1);
    expect(said.err).toMatch(/Batch [0-9a-f-]{36}: 2 rows accepted\.\n.*\r\[#{30}\] 2 of 2 orders completed\n$/s);
    expect(said.out).toMatch(/^1 placed, 1 failed, 0 canceled\.\n\n {2}Line {2}Status {2}Recipient {2}Reason\n {2}3 /);
    const again = await errand(key, ['bulk', 'place', path]);
    expect(again.out).toBe(said.out);
    expect((await system.get('/orders', key)).body.total).toBe(2);
    const batchId = /Batch (\S+):/.exec(said.err)![1]!;

    const target = join(folder, 'results.csv');
    expect((await errand(key, ['bulk', 'results', batchId, '-o', target])).code).toBe(0);
    const results = await readFile(target, 'utf8');
    expect(results.startsWith('\ufeffproduct_url,name,')).toBe(true);
    expect(results).toContain(",5000,'=1+1,");
    expect((await errand(key, ['bulk', 'results', batchId])).out).toBe(results.slice(1));

    const waitless = await errand(key, ['bulk', 'place', path, '--again', '--no-wait']);
    expect(waitless.code).toBe(0);
    expect(waitless.out.trim()).not.toBe(batchId);
  });

  it('place orders nothing when a row is wrong', async () => {
    const key = await system.mint();
    const said = await errand(key, [
      'bulk',
      'place',
      await file('bad.csv', [header, csvRow(), csvRow({ zip: '' })].join('\n')),
    ]);
    expect(said).toMatchObject({ code: 1, err: 'Nothing was ordered.\n' });
    expect(said.out).toContain('zip is missing.');
    expect((await system.get('/orders/bulk', key)).body.total).toBe(0);
  });

  it('template can be filled in and validated', async () => {
    const key = await system.mint();
    const template = await errand(key, ['bulk', 'template']);
    expect((await errand(key, ['bulk', 'validate', await file('template.csv', template.out)])).code).toBe(0);
  });
});

describe('errand keys and orders', () => {
  it('mint, list, get, track', async () => {
    const minted = await errand(undefined, ['keys', 'mint', '--name', 'cli']);
    expect(minted.code).toBe(0);
    const key = minted.out.trim();
    expect(key).toMatch(/^svc_test_/);
    expect((await errand(key, ['orders', 'list'])).out).toBe('No orders yet.\n');
    await errand(key, ['bulk', 'place', await file('one.csv', [header, csvRow()].join('\n'))]);
    const list = await errand(key, ['orders', 'list', '--limit', '5']);
    const id = /[0-9a-f-]{36}/.exec(list.out)![0];
    expect(JSON.parse((await errand(key, ['orders', 'get', id])).out).id).toBe(id);
    expect((await errand(undefined, ['orders', 'track', id])).out).toMatch(/^order_placed, expected /);
  });
});

describe('errand, from nothing to a delivered order', () => {
  it('mints a sandbox key at first use, says so, and keeps it', async () => {
    const first = await errand(undefined, ['wallet', '--json']);
    expect(first.code).toBe(0);
    expect(JSON.parse(first.out)).toMatchObject({ currency: 'USD' });
    expect(first.err).toMatch(/^Created a sandbox key, saved in .*keys\.json\./);
    const file = join(folder, `keys-${process.pid}`, 'errand', 'keys.json');
    const kept = JSON.parse(await readFile(file, 'utf8'))[system.url];
    expect(kept).toMatch(/^svc_test_/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const second = await errand(undefined, ['wallet']);
    expect(second).toMatchObject({ code: 0, err: '' });
    const shown = await errand(undefined, ['keys', 'show']);
    expect(shown.out).toContain(kept.slice(-4));
    expect(shown.out).not.toContain(kept);
  });

  it('orders, follows, returns and writes to its case', async () => {
    const key = await system.mint();
    const quoted = await errand(key, ['quote', '--example']);
    expect(quoted).toMatchObject({ code: 0, out: expect.stringMatching(/^\$\d+\.\d\d at .*: goods/) });
    const made = await errand(key, [
      'orders',
      'create',
      '--example',
      '--watch',
      '--json',
      '--best-effort',
      'items,gift',
    ]);
    expect(made.code).toBe(0);
    const { id, status } = JSON.parse(made.out);
    expect(status).toBe('order_placed');
    expect((await errand(key, ['orders', 'advance', id, 'delivered'])).out).toContain('items delivered');
    expect((await errand(key, ['orders', 'watch', id, '--until', 'delivered'])).code).toBe(0);
    const returned = await errand(key, ['returns', 'create', id, '--reason', 'wrong_size', '--json']);
    expect(JSON.parse(returned.out)).toMatchObject({ order_id: id });
    expect((await errand(key, ['returns', 'list'])).out).toContain(id);
    expect((await errand(key, ['cases', 'post', id, 'Broken.', '--reason', 'nondelivery.damaged'])).code).toBe(0);
    expect((await errand(key, ['cases', 'list'])).out).toContain('Broken.');
    expect((await errand(key, ['orders', 'cancel', id])).code).toBe(3);
    const failed = await errand(key, ['orders', 'watch', (await failing(key)).id]);
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('order_failed') });
  });

  async function failing(key: string): Promise<{ id: string }> {
    return JSON.parse((await errand(key, ['trigger', 'order.failed', '--json'])).out);
  }

  it('searches and shows limits and stores', async () => {
    const key = await system.mint();
    const found = JSON.parse((await errand(key, ['search', 'paper', 'towels', '--json'])).out);
    const { product_id: productId, retailer, url } = found.results[0];
    expect((await errand(key, ['search', 'towels', '--retailer', retailer])).out).toContain(retailer);
    expect((await errand(key, ['product', productId, '--retailer', retailer])).out).toContain('"completed"');
    expect((await errand(key, ['stores', 'check', url])).code).toBe(0);
    expect((await errand(undefined, ['stores', 'list'])).out).toContain('walmart');
    expect(await errand(key, ['policy', 'show'])).toMatchObject({ code: 0, out: 'No limits.\n' });
  });

  it.each(['bash', 'zsh', 'fish'])('completes in %s', async (shell) => {
    const { code, out } = await errand(undefined, ['completion', shell]);
    expect(code).toBe(0);
    expect(out).toContain('forward-to');
    if (shell !== 'bash') return;
    const ask = (words: string, at: number) =>
      `${out}\nCOMP_WORDS=(${words}); COMP_CWORD=${at}; _errand; echo "\${COMPREPLY[@]}"`;
    const complete = (words: string, at: number) =>
      spawnSync('bash', ['-c', ask(words, at)], { encoding: 'utf8' }).stdout;
    expect(complete('errand ord', 1)).toBe('orders\n');
    expect(complete('errand orders wa', 2)).toBe('watch\n');
    expect(complete('errand orders watch --unt', 3)).toBe('--until\n');
    expect(complete('errand search --ret', 2)).toBe('--retailer\n');
  });

  it('says its version', async () => {
    expect((await errand(undefined, ['--version'])).out).toMatch(/^\d+\.\d+\.\d+(-rc\.\d+)?\n$/);
  });
});

describe('what goes wrong', () => {
  it.each([
    [['bulk', 'frobnicate'], 2, /no command "bulk frobnicate"[\s\S]*Did you mean[\s\S]*bulk template/],
    [['oders', 'list'], 2, /no command "oders list"[\s\S]*orders list/],
    [['--key', 'svc_test_wrong', '--json', 'wallet'], 3, /"next_step":"Sign in with errand login, [^"]*\."/],
    [['orders', 'get', '--key', 'svc_test_x'], 2, /^Missing order ID\. See --help\.\n$/],
    [['bulk', 'validate'], 2, /A file is required/],
    [['bulk', 'validate', '/nowhere/x.csv'], 2, /File not found/],
    [['bulk', 'validate', 'a.csv', 'b.csv'], 2, /Unexpected argument "b.csv"/],
    [['orders', 'list', '--frob'], 2, /frob/],
    [['orders', 'list', '--limit', 'x'], 2, /--limit must be/],
    [['orders', 'list', '--url', 'nonsense'], 2, /not a service URL/],
    [['product', '1', '--key', 'svc_test_x'], 2, /--retailer/],
    [['orders', 'create', '--key', 'svc_test_x'], 2, /what to order/],
    [['orders', 'create', 'https://x.example/1', '--max-price', '1e3', '--key', 'svc_live_x'], 2, /--ship-to/],
    [
      ['orders', 'create', 'https://x.example/1', '--max-price', '9', '--best-effort', 'speed', '--key', 'svc_test_x'],
      2,
      /is not valid here/,
    ],
    [['trigger', 'policy.alert', '--key', 'svc_test_x'], 2, /cannot be triggered/],
    [['webhooks', 'listen', '--forward-to', 'ftp://x', '--key', 'svc_test_x'], 2, /not a valid URL/],
    [['completion', 'tcsh'], 2, /bash, zsh, fish/],
    [['orders', 'get', '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52', '--key', 'svc_test_x'], 3, /errand login/],
  ])('%j ends with %i', async (args, code, words) => {
    const said = await errand(undefined, args);
    expect(said.code).toBe(code);
    expect(said.err).toMatch(words);
    expect(said.out).toBe('');
  });

  it('a workbook is refused with a hint', async () => {
    const said = await errand('x', ['bulk', 'validate', await file('orders.xlsx', Buffer.from('504b0304', 'hex'))]);
    expect(said).toMatchObject({ code: 2, err: expect.stringContaining('CSV UTF-8') });
  });

  it('every command has help', async () => {
    expect(await errand(undefined, ['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('bulk place') });
    expect(await errand(undefined, ['bulk', 'place', '-h'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('--again'),
    });
  });

  it('runs as a program, and passes the exit code on', async () => {
    const typed = ['bulk', 'validate', '/nowhere', '--key', 'svc_test_x'];
    const program = spawn(process.execPath, [join(import.meta.dirname, 'errand.mjs'), ...typed]);
    let words = '';
    program.stderr.on('data', (chunk) => {
      words += chunk;
    });
    const code = await new Promise((resolve) => program.on('close', resolve));
    expect({ code, words }).toEqual({ code: 2, words: 'File not found: /nowhere.\n' });
  });
});

describe('errand mcp', () => {
  it('is the same server on standard input and output', { timeout: 60_000 }, async () => {
    const key = await system.mint();
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), 'mcp'], {
      env: { ...process.env, ERRAND_BASE_URL: system.url, ERRAND_API_KEY: key },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const modern = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
    };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'get_wallet', arguments: {} } },
      { jsonrpc: '2.0', id: 3, method: 'tasks/get', params: { taskId: crypto.randomUUID(), _meta: modern } },
    ];
    child.stdin.end(`${messages.map((each) => JSON.stringify(each)).join('\n')}\nnot json\n`);
    let said = '';
    for await (const chunk of child.stdout) said += chunk;
    const answers = new Map(
      said
        .trim()
        .split('\n')
        .map((text) => [JSON.parse(text).id, JSON.parse(text)]),
    );
    expect(answers.get(1).result.serverInfo.name).toBe('errand');
    expect(answers.get(2).result.structuredContent).toMatchObject({ balance_cents: 1_000_000 });
    expect(answers.get(3).error).toMatchObject({ code: -32602, message: 'Task not found.' });
    expect(answers.get(null).error.code).toBe(-32700);
  });
});
