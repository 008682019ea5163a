import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { moveDatabase } from '../../src/main/move-database.ts';
import { listTableCopies, migrate, openDatabase, withConnection } from '../../src/platform/database/index.ts';
import { runErrand } from '../drills/backups/kill-backups.ts';
import { orderSteadily } from '../drills/failover/load.ts';
import { endingProblems, openJobs, untilOver } from '../drills/kills/endings.ts';
import { seededRandom } from '../drills/kills/random.ts';
import { createService, entries, untilHealthy } from '../drills/kills/service.ts';
import { freePort } from '../harness/free-port.ts';
import { withDatabase } from '../harness/global-setup.ts';
import { createTestDatabase, onServer, testServer } from '../harness/postgres.ts';

/** `MOVE_KILLS=20 npx vitest run server/test/journeys/move.test.ts` kills a move so often before it may complete. */
const kills = Number(process.env.MOVE_KILLS ?? 1);

const folder = mkdtempSync(join(tmpdir(), 'errand-move-'));
// PostgreSQL may have to run as another user, who must be able to enter.
chmodSync(folder, 0o711);
const databases: string[] = [];
afterAll(async () => {
  for (const name of databases) await onServer(`drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

async function createEmpty(): Promise<string> {
  const name = `errand_move_${randomBytes(8).toString('hex')}`;
  databases.push(name);
  await onServer(`create database ${name}`);
  return withDatabase(testServer().url, name);
}

/** A digest of every row of every table, and the next number of every sequence. */
const contentOf = (url: string): Promise<Record<string, unknown>> =>
  withConnection(url, 'errand test', async (client) => {
    const found: Record<string, unknown> = {};
    for (const { name } of await listTableCopies(client)) {
      if (name === 'errand_move' || name === 'database_identity') continue;
      const { rows } = await client.query(
        `select count(*) as n, md5(string_agg(t::text, E'\\n' order by t::text)) as digest from "${name}" t`,
      );
      found[name] = rows[0];
    }
    const { rows: checks } = await client.query(`
      select conrelid::regclass::text as place, pg_get_constraintdef(oid) as text from pg_constraint where contype in ('f', 'c')
      union all select tgrelid::regclass::text, format('%s %s', tgname, tgenabled) from pg_trigger
      where not tgisinternal and tgname <> 'errand_moved'
      union all select sequencename, last_value::text from pg_sequences order by 1, 2`);
    return { ...found, checks };
  });

const insertAccounts = (client: pg.ClientBase, from: number, to: number) =>
  client.query(`insert into accounts (id, email, created_at)
    select md5('account' || n)::uuid, 'person-' || n || '@example.com', now() from generate_series(${from}, ${to}) n`);

const isRefused = (url: string): Promise<string> => {
  const database = openDatabase({ url, poolMax: 1 });
  return migrate(database.db)
    .then(
      () => 'not refused',
      (error: Error) => error.message,
    )
    .finally(() => database.close());
};

it('copies what changes meanwhile, and exactly one of the two databases is in use at any time', {
  timeout: 120_000,
}, async () => {
  const source = await createTestDatabase();
  const to = await createEmpty();
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const move = (onProgress: (text: string) => Promise<void> = async () => {}) => {
    // What is written while the move waits is not in its snapshot.
    const writes: Promise<void>[] = [];
    return moveDatabase({ dataDir, sourceUrl: source.url, to }, (text) => writes.push(onProgress(text))).finally(() =>
      Promise.all(writes),
    );
  };
  const inSource = (work: (client: pg.ClientBase) => Promise<unknown>) => withConnection(source.url, 'test', work);
  await inSource((client) => insertAccounts(client, 1, 2000));

  const missing = moveDatabase({ dataDir, sourceUrl: source.url, to: withDatabase(to, 'errand_missing') }, () => {});
  await expect(missing).rejects.toThrow(/^Could not connect to .*: database "errand_missing" does not exist\. Nothing/);

  // Interrupted after the first copy: the old database continues, and the incomplete one can't be used.
  const interrupted = moveDatabase({ dataDir, sourceUrl: source.url, to }, () => {
    throw new Error('killed');
  });
  await expect(interrupted).rejects.toThrow('killed');
  expect(await isRefused(source.url)).toBe('not refused');
  expect(await isRefused(to)).toMatch(/^The move to .* is not complete\. Run "errand move" again/);
  expect(existsSync(join(dataDir, 'database-moved.json'))).toBe(false);

  // Rows come, go, change, and swap what must be unique.
  await inSource(async (client) => {
    await insertAccounts(client, 2001, 2100);
    await client.query(`delete from accounts where email in ('person-5@example.com', 'person-2050@example.com')`);
    await client.query(`update accounts set id = md5('another')::uuid where email = 'person-6@example.com'`);
    await client.query(`
      update accounts set email = null where email = 'person-7@example.com';
      update accounts set email = 'person-7@example.com' where email = 'person-8@example.com';
      update accounts set email = 'person-8@example.com' where id = md5('account7')::uuid`);
  });
  await move((text) =>
    text.startsWith('Copied')
      ? inSource((client) => insertAccounts(client, 3001, 3010)).then(
          () => {},
          () => {},
        )
      : Promise.resolve(),
  );
  expect(await contentOf(to)).toEqual(await contentOf(source.url));

  // The old database rejects writes, and Errand doesn't start on it.
  await expect(inSource((client) => insertAccounts(client, 9001, 9001))).rejects.toMatchObject({ code: '25006' });
  expect(await isRefused(source.url)).toMatch(/^This database moved to .*\. Set DATABASE_URL to that database\./);
  expect(await isRefused(to)).toBe('not refused');
  const { rows } = await withConnection(to, 'test', (client) => client.query('select is_known_database() as known'));
  expect(rows).toEqual([{ known: true }]);
  expect((await stat(join(dataDir, 'database-moved.json'))).mode & 0o777).toBe(0o600);

  // Killed before its last step, it is run again.
  await rm(join(dataDir, 'database-moved.json'));
  await move();
  expect(JSON.parse(await readFile(join(dataDir, 'database-moved.json'), 'utf8'))).toMatchObject({ url: to });
  const elsewhere = moveDatabase({ dataDir, sourceUrl: source.url, to: await createEmpty() }, () => {});
  await expect(elsewhere).rejects.toThrow('This database moved to');
  const intoFilled = moveDatabase({ dataDir, sourceUrl: to, to: source.url }, () => {});
  await expect(intoFilled).rejects.toThrow();
  await source.drop();
});

it('moves under load: nothing lost, nothing bought twice, and the running service continues on the server', {
  timeout: 180_000 + kills * 30_000,
}, async () => {
  const port = await freePort();
  const dataDir = mkdtempSync(join(folder, 'service-'));
  chmodSync(dataDir, 0o711);
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
    MASTER_KEYS: `move:${Buffer.alloc(32, 7).toString('base64')}`,
    SANDBOX_TIME_SCALE: '0.1',
    SANDBOX_MINTS_PER_IP_PER_DAY: '1000',
    RATE_LIMIT_PER_KEY: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    LOG_LEVEL: 'error',
  };
  const surprises: string[] = [];
  const service = createService('service', entries.server, env, (said) => surprises.push(said));
  const to = await createEmpty();
  service.start();
  const end = new AbortController();
  try {
    await untilHealthy(url);
    const loading = orderSteadily({ url, clients: 4, ordersPerSecond: 10, random: seededRandom(7), until: end.signal });
    const random = seededRandom(Date.now());
    for (let count = 0; count < kills; count += 1) {
      const killed = await runErrand(['move', '--to', to], env, pause(500 + random() * 6_000));
      if (killed.code === 0) break;
    }
    const moved = await runErrand(['move', '--to', to], env);
    expect(moved).toMatchObject({ code: 0 });
    const database = openDatabase({ url: to, poolMax: 2 });
    const countOrders = () =>
      withConnection(to, 'test', async (client) =>
        Number((await client.query('select count(*) as n from orders')).rows[0].n),
      );
    const atSwitch = await countOrders();
    await expect.poll(countOrders, { timeout: 60_000 }).toBeGreaterThan(atSwitch + 20);
    end.abort();
    const load = await loading;
    // What the old worker held waits for the end of its lease.
    const isOver = await untilOver(database.db, 120_000);
    expect({ isOver, left: isOver ? null : await openJobs(database.db) }).toEqual({ isOver: true, left: null });
    expect(await endingProblems(database.db, load.idsByKey)).toEqual([]);
    await database.close();
    expect([...load.problems, ...surprises]).toEqual([]);
    const times = load.accepted.map(({ at }) => at).sort((a, b) => a - b);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));

    // With the restart; far less where the machine is idle.
    expect(Math.max(...gaps)).toBeLessThan(30_000);
  } finally {
    end.abort();
    await service.kill();
    await runErrand(['doctor'], { ...env, DATABASE_URL: '' });
  }
  // Without its pointer, the old database refuses to be the service.
  await rm(join(dataDir, 'database-moved.json'));
  const refused = await runErrand(['serve'], env);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('This database moved to') });
});
