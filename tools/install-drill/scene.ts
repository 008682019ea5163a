import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seed } from '../../bench/growth/seed.ts';
import { readLedgerTotals } from '../../server/src/domains/money/wallet/index.ts';
import { fieldsOf } from '../../server/src/kit/fields.ts';
import { migrate, openDatabase, withConnection, withOwnerUrl } from '../../server/src/platform/database/index.ts';
import { type Run, runErrand } from '../../server/test/drills/backups/kill-backups.ts';
import { untilOver } from '../../server/test/drills/kills/endings.ts';
import { seededRandom } from '../../server/test/drills/kills/random.ts';
import { drillSettings, untilHealthy } from '../../server/test/drills/kills/service.ts';
import { address } from '../../server/test/drills/kills/shopper.ts';
import { freePort } from '../../server/test/harness/free-port.ts';

export const text = (value: string) => ({ type: 'string', default: value }) as const;
export const { values } = parseArgs({
  options: {
    kills: text('20'),
    orders: text('0'),
    only: text('unpack,backup,verify,restore,upgrade,move'),
    executable: text(''),
    seed: text(String(Math.floor(Math.random() * 2 ** 32))),
    help: { type: 'boolean' },
  },
});
export const executable = values.executable === '' ? undefined : resolve(values.executable);
export const random = seededRandom(Number(values.seed));
/** Must be reachable by the user that PostgreSQL runs as. */
export const home = mkdtempSync(join(tmpdir(), 'errand-install-'));
chmodSync(home, 0o711);
export const scratch = newFolder('tmp');
const port = await freePort();
export const url = `http://127.0.0.1:${port}`;
const { DATABASE_URL: _, ...settings } = drillSettings('', url, '');
export const environment = (dataDir: string): Record<string, string> => ({
  ...settings,
  DATA_DIR: dataDir,
  PORT: String(port),
  ERRAND_HOME: join(home, 'program'),
  TMPDIR: scratch,
  SANDBOX_TIME_SCALE: '0.01',
  LOG_LEVEL: 'warn',
});

export function newFolder(name: string): string {
  const folder = mkdtempSync(join(home, `${name}-`));
  chmodSync(folder, 0o711);
  return folder;
}

export const errand = (args: string[], dataDir: string, killAfterMs?: number): Promise<Run> =>
  runErrand(args, environment(dataDir), killAfterMs === undefined ? undefined : pause(killAfterMs), executable);

/** What the services logged as our own mistakes. */
export const unexpectedErrors: string[] = [];

/** A start that serves until `during` has ended. Killed like that, it leaves its database server to the next one. */
export async function serve(
  dataDir: string,
  during: () => Promise<unknown> = async () => {},
  env = environment(dataDir),
): Promise<Run> {
  const gone = new AbortController();
  const isOver = untilHealthy(url, gone.signal).then(during);
  const run = await runErrand(
    ['serve'],
    env,
    isOver.catch(() => {}),
    executable,
  );
  gone.abort();
  unexpectedErrors.push(...run.output.split('\n').filter((line) => line.includes('"unexpected error"')));
  // Reports what failed meanwhile, unless the service did not start.
  if (run.code === null) await isOver;
  return run;
}

export const owned = <Result>(dataDir: string, work: (url: string) => Promise<Result>): Promise<Result> =>
  withOwnerUrl({ dataDir, databaseUrl: null, databaseMigrationUrl: null }, work);

/** What must not change: rows of money and orders, and the ledger's totals. */
export const contentOf = (dataDir: string): Promise<string> =>
  owned(dataDir, (databaseUrl) =>
    withConnection(databaseUrl, 'errand drill', async (client) => {
      const { rows } = await client.query(`select (select count(*) from accounts) as accounts,
        (select md5(string_agg(id::text || status, ',' order by id)) from orders) as orders,
        (select md5(string_agg(t::text, ',' order by t::text)) from ledger_transfers t) as transfers,
        (select md5(string_agg(key || resource_id::text, ',' order by key)) from idempotency_keys) as keys`);
      return JSON.stringify([rows[0], await readLedgerTotals(client)]);
    }),
  );

/** Stops the database servers that killed processes left running, and keeps their files' owner. */
export async function copyOf(dataDir: string): Promise<string> {
  const folder = newFolder('copy');
  execFileSync('cp', ['-a', `${dataDir}/.`, folder]);
  return folder;
}

export async function post(path: string, body: unknown, apiKey?: string, until?: AbortSignal) {
  for (;;) {
    until?.throwIfAborted();
    try {
      const headers = { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) };
      const sent = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) };
      const answer = await fetch(`${url}${path}`, sent);
      if (answer.status === 201) return fieldsOf(await answer.json());
      if (answer.status < 503 && answer.status !== 409)
        throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    } catch (error) {
      // Nobody serves between a kill and the next start.
      if (!(error instanceof TypeError || fieldsOf(error).name === 'TimeoutError')) throw error;
    }
    await pause(100);
  }
}

export async function order(apiKey: string, key: string, until?: AbortSignal): Promise<string> {
  const products = [{ url: `${url}/shop/products/test-success`, quantity: 1 }];
  const body = { products, shipping_address: address, max_price: 5000, idempotency_key: key };
  return String((await post('/orders', body, apiKey, until)).id);
}

export interface Template {
  dataDir: string;
  apiKey: string;
  ids: Map<string, string>;
}

/** Orders that are in the database before the drill places its own. */
export const ordersBefore = Number(values.orders);

export async function createTemplate(): Promise<Template> {
  const dataDir = newFolder('template');
  if (ordersBefore > 0)
    await owned(dataDir, async (databaseUrl) => {
      const database = openDatabase({ url: databaseUrl, poolMax: 1, statementTimeoutMs: 3_600_000 });
      await migrate(database.db);
      await seed(database.db, ordersBefore);
      await database.close();
    });
  const ids = new Map<string, string>();
  let apiKey = '';
  await serve(dataDir, async () => {
    apiKey = String((await post('/sandbox/keys', {})).api_key);
    for (let n = 0; n < 30; n += 1) ids.set(`first-${n}`, await order(apiKey, `first-${n}`));
    await owned(dataDir, async (databaseUrl) => {
      const database = openDatabase({ url: databaseUrl, poolMax: 2 });
      await untilOver(database.db, 120_000);
      await database.close();
    });
  });
  // Adopts the database server and stops it.
  await owned(dataDir, async () => {});
  return { dataDir, apiKey, ids };
}

export const mentions = ({ output }: Run, words: RegExp): boolean => words.test(output);
export const isKilled = ({ code }: Run): boolean => code === null;

type Kill = (afterMs: number) => Promise<string[]>;

/** Returns a function that kills one command, given a moment. The command first runs whole, to know how long it takes. */
export interface Drill {
  wholeMs: number;
  kill: Kill;
}

export async function measure(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
