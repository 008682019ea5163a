// Kills `errand` at random moments while it unpacks itself, backs up, restores, upgrades and moves. Checks that nothing
// is lost and that the next start says what happened.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect, parseArgs } from 'node:util';
import { seed } from '../bench/growth/seed.ts';
import { auditLedger, readLedgerTotals } from '../server/src/domains/money/wallet/index.ts';
import { fieldsOf } from '../server/src/kit/fields.ts';
import {
  listApplied,
  listMigrations,
  migrate,
  openDatabase,
  withConnection,
  withOwnerUrl,
} from '../server/src/platform/database/index.ts';
import { createOldDatabase, type Run, runErrand } from '../server/test/drills/backups/kill-backups.ts';
import { untilOver } from '../server/test/drills/kills/endings.ts';
import { seededRandom } from '../server/test/drills/kills/random.ts';
import { drillSettings, reportProblems, untilHealthy } from '../server/test/drills/kills/service.ts';
import { address } from '../server/test/drills/kills/shopper.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import { startDebianPostgres } from './debian-postgres.ts';

const usage = `Usage: npm run install-drill -- [--kills 20] [--only unpack,backup,verify,restore,upgrade,move] [--executable release/errand-linux-x64]
       [--orders 100000] [--seed <number>]

  Kills each command so often, on embedded databases with 30 orders. Without --executable, runs this source, which does not
  unpack anything. Moving needs Debian's postgresql-15; --orders adds that many to its database.
`;

const text = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({
  options: {
    kills: text('20'),
    orders: text('0'),
    only: text('unpack,backup,verify,restore,upgrade,move'),
    executable: text(''),
    seed: text(String(Math.floor(Math.random() * 2 ** 32))),
    help: { type: 'boolean' },
  },
});
const executable = values.executable === '' ? undefined : resolve(values.executable);
const random = seededRandom(Number(values.seed));
/** Must be reachable by the user that PostgreSQL runs as. */
const home = mkdtempSync(join(tmpdir(), 'errand-install-'));
chmodSync(home, 0o711);
const scratch = newFolder('tmp');
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const { DATABASE_URL: _, ...settings } = drillSettings('', url, '');
const environment = (dataDir: string): Record<string, string> => ({
  ...settings,
  DATA_DIR: dataDir,
  PORT: String(port),
  ERRAND_HOME: join(home, 'program'),
  TMPDIR: scratch,
  SANDBOX_TIME_SCALE: '0.01',
  LOG_LEVEL: 'warn',
});

function newFolder(name: string): string {
  const folder = mkdtempSync(join(home, `${name}-`));
  chmodSync(folder, 0o711);
  return folder;
}

const errand = (args: string[], dataDir: string, killAfterMs?: number): Promise<Run> =>
  runErrand(args, environment(dataDir), killAfterMs === undefined ? undefined : pause(killAfterMs), executable);

/** A start that serves until `during` has ended. Killed like that, it leaves its database server to the next one. */
async function serve(
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
  // Reports what failed meanwhile, unless the service did not start.
  if (run.code === null) await isOver;
  return run;
}

const owned = <Result>(dataDir: string, work: (url: string) => Promise<Result>): Promise<Result> =>
  withOwnerUrl({ dataDir, databaseUrl: null, databaseMigrationUrl: null }, work);

/** What must not change: rows of money and orders, and the ledger's totals. */
const contentOf = (dataDir: string): Promise<string> =>
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
async function copyOf(dataDir: string): Promise<string> {
  const folder = newFolder('copy');
  execFileSync('cp', ['-a', `${dataDir}/.`, folder]);
  return folder;
}

async function post(path: string, body: unknown, apiKey?: string, until?: AbortSignal) {
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

async function order(apiKey: string, key: string, until?: AbortSignal): Promise<string> {
  const products = [{ url: `${url}/shop/products/test-success`, quantity: 1 }];
  const body = { products, shipping_address: address, max_price: 5000, idempotency_key: key };
  return String((await post('/orders', body, apiKey, until)).id);
}

interface Template {
  dataDir: string;
  apiKey: string;
  ids: Map<string, string>;
}

/** Orders that are in the database before the drill places its own. */
const ordersBefore = Number(values.orders);

async function createTemplate(): Promise<Template> {
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

const mentions = ({ output }: Run, words: RegExp): boolean => words.test(output);
const isKilled = ({ code }: Run): boolean => code === null;

type Kill = (afterMs: number) => Promise<string[]>;

/** Returns a function that kills one command, given a moment. The command first runs whole, to know how long it takes. */
interface Drill {
  wholeMs: number;
  kill: Kill;
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function drillUnpacking(): Promise<Drill> {
  const start = async (afterMs?: number) => {
    const programs = newFolder('program');
    const dataDir = newFolder('first');
    const env = { ...environment(dataDir), ERRAND_HOME: programs };
    const problems: string[] = [];
    if (afterMs !== undefined) await runErrand(['serve'], env, pause(afterMs), executable);
    const next = await serve(dataDir, undefined, env);
    if (!isKilled(next)) problems.push(`no start after a killed one: ${next.code} ${next.output}`);
    const names = readdirSync(programs);
    if (names.length !== 1) problems.push(`a killed start left ${names}`);
    await owned(dataDir, async () => {});
    for (const folder of [programs, dataDir]) rmSync(folder, { recursive: true, force: true });
    return problems;
  };
  return { wholeMs: await measure(start), kill: start };
}

async function drillBackup({ dataDir }: Template, options: string[]): Promise<Drill> {
  const expected = await contentOf(dataDir);
  async function kill(afterMs: number): Promise<string[]> {
    const copy = await copyOf(dataDir);
    const file = join(newFolder('backup'), 'all.errand');
    const killed = await errand(['backup', file, ...options], copy, afterMs);
    const isMarked = existsSync(join(copy, 'backup-unfinished.json'));
    const hadPartial = existsSync(`${file}.partial`);
    const isMade = existsSync(file);
    const hadScratch = readdirSync(scratch).some((name) => name.startsWith('errand-verify-'));
    const next = await serve(copy);
    const problems: string[] = [];
    if (!isKilled(next)) problems.push(`no start after a killed backup: ${next.output}`);
    if (isMarked !== mentions(next, /errand backup was interrupted/))
      problems.push(`the start after a killed backup does not say so: ${next.output}`);
    if ((!isKilled(killed) && !isMade) || (hadPartial && !isMarked) || existsSync(`${file}.partial`))
      problems.push(`a killed backup left ${JSON.stringify({ ...killed, isMarked, hadPartial, isMade })}`);
    if (hadScratch !== mentions(next, /a test restore was interrupted/) || readdirSync(scratch).length > 0)
      problems.push(`a killed test restore left ${readdirSync(scratch)}: ${next.output}`);
    const again = await errand(['backup', file, ...(isMade ? ['--verify'] : [])], copy);
    if (again.code !== 0) problems.push(`after a killed backup: ${again.output}`);
    if ((await contentOf(copy)) !== expected) problems.push('a killed backup changed the database');
    rmSync(copy, { recursive: true });
    return problems;
  }
  const copy = await copyOf(dataDir);
  const file = join(newFolder('backup'), 'all.errand');
  return { wholeMs: await measure(() => errand(['backup', file, ...options], copy)), kill };
}

async function drillRestore({ dataDir }: Template): Promise<Drill> {
  const expected = await contentOf(dataDir);
  const file = join(newFolder('backup'), 'all.errand');
  await errand(['backup', file], dataDir);
  async function kill(afterMs: number): Promise<string[]> {
    const target = newFolder('restored');
    const problems: string[] = [];
    const killed = await errand(['restore', file], target, afterMs);
    const isMarked = existsSync(join(target, 'restore-unfinished.json'));
    if (isKilled(killed) && isMarked) {
      const next = await serve(target);
      const isRefused = next.code === 1 && mentions(next, /^The restore from .* was interrupted\. Run "errand restore/);
      const isLoaded = isKilled(next) && mentions(next, /an interrupted restore had loaded everything/);
      if (!isRefused && !isLoaded) problems.push(`the start after a killed restore says: ${next.output}`);
    }
    const again = await errand(['restore', file], target);
    const isOver = mentions(again, /had already loaded everything|needs an empty target/);
    if (again.code !== 0 && !isOver) problems.push(`a killed restore cannot be run again: ${again.output}`);
    if ((await contentOf(target)) !== expected) problems.push('a restore after a killed one is not complete');
    const next = await serve(target);
    if (!isKilled(next)) problems.push(`no start after a restore: ${next.output}`);
    await owned(target, async () => {});
    rmSync(target, { recursive: true });
    return problems;
  }
  return { wholeMs: await measure(() => errand(['restore', file], newFolder('restored'))), kill };
}

async function drillUpgrade(): Promise<Drill> {
  const dataDir = newFolder('old');
  const countAccounts = (databaseUrl: string) =>
    withConnection(databaseUrl, 'errand drill', async (client) =>
      Number((await client.query('select count(*) as n from accounts')).rows[0].n),
    );
  await owned(dataDir, async (databaseUrl) => {
    await createOldDatabase(databaseUrl);
    await withConnection(databaseUrl, 'errand drill', (client) =>
      client.query(`insert into accounts (id, email, created_at)
        select md5(n::text)::uuid, 'person-' || n || '@example.com', now() from generate_series(1, 1000) n`),
    );
  });
  const names = await listMigrations();
  async function kill(afterMs: number): Promise<string[]> {
    const copy = await copyOf(dataDir);
    const problems: string[] = [];
    await errand(['upgrade'], copy, afterMs);
    const isMarked = existsSync(join(copy, 'upgrade-unfinished.json'));
    const next = await serve(copy);
    if (!isKilled(next)) problems.push(`no start after a killed upgrade: ${next.output}`);
    if (isMarked !== mentions(next, /errand upgrade was interrupted/))
      problems.push(`the start after a killed upgrade does not say so: ${next.output}`);
    await owned(copy, async (databaseUrl) => {
      const applied = await withConnection(databaseUrl, 'errand drill', listApplied);
      if (applied.join() !== names.join()) problems.push(`${applied.length} of ${names.length} migrations are applied`);
      const accounts = await countAccounts(databaseUrl);
      if (accounts < 1000) problems.push(`an upgrade of 1000 accounts left ${accounts}`);
    });
    const backups = existsSync(join(copy, 'backups')) ? readdirSync(join(copy, 'backups')) : [];
    if (backups.some((name) => name.endsWith('.partial'))) problems.push(`a killed upgrade left ${backups}`);
    rmSync(copy, { recursive: true });
    return problems;
  }
  const copy = await copyOf(dataDir);
  return { wholeMs: await measure(() => errand(['upgrade'], copy)), kill };
}

/** Orders with their idempotency keys, and how many there are. */
async function lostOrders(databaseUrl: string, idsByKey: Map<string, string>, others: number): Promise<string[]> {
  const { rows } = await withConnection(databaseUrl, 'errand drill', (client) =>
    client.query<{ key: string; id: string; n: string }>(
      `select k.key, o.id::text, (select count(*) from orders) as n from orders o join idempotency_keys k on k.resource_id = o.id`,
    ),
  );
  const found = new Map(rows.map(({ key, id }) => [key, id]));
  const lost = [...idsByKey].filter(([key, id]) => found.get(key) !== id).map(([key]) => `order ${key} is lost`);
  const expected = idsByKey.size + others;
  return Number(rows[0]?.n) === expected ? lost : [...lost, `${rows[0]?.n} orders instead of ${expected}`];
}

/** Each round moves to a database of its own while orders come in. */
async function drillMove({ dataDir, apiKey, ids }: Template, server: string): Promise<Drill> {
  let rounds = 0;
  let wholeMs = 0;
  /** Returns what the first command printed, too. */
  async function move(afterMs?: number): Promise<{ problems: string[]; said: string; gapMs: number }> {
    rounds += 1;
    const name = `move_${rounds}`;
    await withConnection(server, 'errand drill', (client) => client.query(`create database ${name}`));
    const to = server.replace('/postgres?', `/${name}?`);
    const copy = await copyOf(dataDir);
    const problems: string[] = [];
    const all = new Map(ids);
    const acceptedAt: number[] = [];
    const [end, given] = [new AbortController(), new AbortController()];
    const ordering = (async () => {
      // The template's key would run out of test money.
      const key = String((await post('/sandbox/keys', {}, undefined, given.signal)).api_key);
      for (let n = 0; !end.signal.aborted; n += 1) {
        all.set(`${name}-${n}`, await order(key, `${name}-${n}`, given.signal));
        acceptedAt.push(performance.now());
        await pause(50);
      }
    })();
    const movedFile = join(copy, 'database-moved.json');
    let said = '';
    await serve(copy, async () => {
      const began = performance.now();
      said = (await errand(['move', '--to', to], copy, afterMs)).output;
      if (afterMs !== undefined) return;
      wholeMs = performance.now() - began;
      // The service restarts by itself.
      all.set(`${name}-restarted`, await order(apiKey, `${name}-restarted`));
      acceptedAt.push(performance.now());
    });
    const gapMs = Math.max(0, ...acceptedAt.slice(1).map((at, index) => at - (acceptedAt[index] ?? at)));
    const [isMarked, isMoved] = [existsSync(join(copy, 'move-unfinished.json')), existsSync(movedFile)];
    const next = await serve(copy, () => pause(300));
    const isRefused =
      next.code === 1 && !isMoved && mentions(next, /^This database moved to .* run "errand move" again\.$/m);
    if (!isKilled(next) && !isRefused) problems.push(`no start after a killed move: ${next.output}`);
    if (isKilled(next) && isMarked && !mentions(next, /errand move to .* was interrupted/))
      problems.push(`the start after a killed move does not say so: ${next.output}`);
    if (!existsSync(movedFile)) {
      const again = await errand(['move', '--to', to], copy);
      if (again.code !== 0) problems.push(`a killed move cannot be run again: ${again.output}`);
    }
    const last = await serve(copy, async () => {
      all.set(`${name}-last`, await order(apiKey, `${name}-last`));
      end.abort();
      await ordering;
    });
    if (!isKilled(last)) problems.push(`no start after a move: ${last.output}`);
    // Nobody answers any more.
    end.abort();
    given.abort();
    await ordering.catch(() => {});
    problems.push(...(await lostOrders(to, all, ordersBefore)));
    const database = openDatabase({ url: to, poolMax: 2 });
    problems.push(...(await auditLedger(database.db)).map((row) => `wallet ${row.account_id}: ${row.problem}`));
    await database.close();
    await owned(copy, async () => {});
    rmSync(copy, { recursive: true });
    return { problems, said, gapMs };
  }
  const { problems, said, gapMs } = await move();
  console.log(`${said.trim()}\nLongest time between two accepted orders: ${Math.round(gapMs)} ms`);
  if (problems.length > 0) throw new Error(`A move that nobody killed: ${problems.join('; ')}`);
  return { wholeMs, kill: async (afterMs) => (await move(afterMs)).problems };
}

async function main(): Promise<void> {
  const problems: string[] = [];
  const only = values.only.split(',');
  const server = only.includes('move') ? await startDebianPostgres() : null;
  try {
    const template = await createTemplate();
    const drills: Record<string, () => Promise<Drill>> = {
      ...(executable ? { unpack: drillUnpacking } : {}),
      backup: () => drillBackup(template, []),
      verify: () => drillBackup(template, ['--verify']),
      restore: () => drillRestore(template),
      upgrade: drillUpgrade,
      ...(server ? { move: () => drillMove(template, server.url) } : {}),
    };
    for (const [name, create] of Object.entries(drills).filter(([each]) => only.includes(each))) {
      const { wholeMs, kill } = await create();
      let found = 0;
      for (let count = 0; count < Number(values.kills); count += 1) {
        const afterMs = Math.round(random() * wholeMs);
        const these = await kill(afterMs).catch((error: unknown) => [`the drill failed: ${inspect(error)}`]);
        found += these.length;
        problems.push(...these.map((problem) => `${name}, killed after ${afterMs} ms: ${problem}`));
      }
      console.log(`${name}: ${values.kills} kills within ${Math.round(wholeMs)} ms, ${found} problems`);
    }
  } finally {
    await server?.stop();
    if (problems.length === 0) rmSync(home, { recursive: true, force: true });
  }
  console.log({ seed: values.seed });
  reportProblems(problems);
}

if (values.help) console.log(usage);
else await main();
