import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packAnswer } from '../server/src/domains/access/accounts/index.ts';
import { acceptStatements, type NewOrder } from '../server/src/domains/orders/orders/sql-accept.ts';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import type { LoadResult } from './load.ts';
import { newOrder } from './new-order.ts';
import type { Account, Scene } from './scene.ts';

const execute = promisify(execFile);

/** The statement that accepts orders, one order per transaction, with IDs from the server. */
export function acceptScript(accounts: Account[], answer: string): string {
  const order = newOrder('@account@');
  const [item] = order.items;
  const packed = packAnswer(answer).toString('base64');
  const hash = 'ab'.repeat(32);
  const once = { operation: 'POST /orders', key: '@once@', body_hash: hash, status: 201, answer: '', packed };
  const row: NewOrder & { ord: number } = {
    ...order,
    ord: 0,
    id: '@order@',
    items: [{ ...assertDefined(item), id: '@item@' }],
    once,
  };
  // pgbench reads :word as a variable anywhere.
  const literal = `E'${JSON.stringify([row]).replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`;
  const ids = accounts.map(({ accountId }) => `'${accountId}'`).join(',');
  const fills: [string, string][] = [
    ['@order@', 'gen_random_uuid()::text'],
    ['@item@', 'gen_random_uuid()::text'],
    ['@once@', 'gen_random_uuid()::text'],
    ['@account@', `(array[${ids}])[:account]`],
  ];
  const input = fills.reduce((text, [mark, value]) => `replace(${text}, '${mark}', ${value})`, literal);
  // Evaluated once per order, like our own parameter.
  const text = acceptStatements.inUsDollars.text.replace('$1::json', `(select (${input})::json offset 0)`);
  return `\\set account random(1, ${accounts.length})\n${text.trim()};\n`;
}

/** PostgreSQL's load generator, with prepared statements. */
export async function pgbench(scene: Scene, script: string): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-pgbench-'));
  try {
    const file = join(folder, 'script.sql');
    await writeFile(file, script);
    const { bin, socketFolder } = scene.postgres;
    const options = ['-n', '-M', 'prepared', '-c', scene.clients, '-j', 1, '-T', scene.seconds, '-l', '-f', file];
    const server = ['-h', socketFolder, '-U', 'errand', 'postgres'];
    const call = execute(join(bin, 'pgbench'), [...options.map(String), ...server], { cwd: folder });
    const { stdout } = await call.catch((error: { stderr: string }) => {
      throw new Error(`pgbench failed: ${error.stderr.slice(0, 500)}`);
    });
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    return { perSecond, ...(await percentiles(folder)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function percentiles(folder: string): Promise<Omit<LoadResult, 'perSecond'>> {
  const logs = (await readdir(folder)).filter((name) => name.startsWith('pgbench_log'));
  const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')));
  const latencies = texts.flatMap((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[2]) / 1000),
  );
  latencies.sort((a, b) => a - b);
  const at = (share: number) => assertDefined(latencies[Math.floor(latencies.length * share)]);
  return { count: latencies.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}
