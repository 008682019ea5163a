import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/index.ts';
import { orderSteadily } from '../drills/failover/load.ts';
import { endingProblems, untilOver } from '../drills/kills/endings.ts';
import { seededRandom } from '../drills/kills/random.ts';
import { createService, entries } from '../drills/kills/service.ts';
import { childEnvironment } from '../harness/child-environment.ts';
import { freePort } from '../harness/free-port.ts';
import { withDatabase } from '../harness/global-setup.ts';
import { onServer, testServer } from '../harness/postgres.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const home = mkdtempSync(join(tmpdir(), 'errand-deploy-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function git(...args: string[]): string {
  return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** The last version before the newest migration; null where the history is not at hand. */
function versionBefore(): string | null {
  try {
    const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'server/migrations');
    return git('rev-parse', '--verify', `${newest}^`);
  } catch {
    return null;
  }
}

/** The tree of a version, with the packages of this one. */
function unpack(version: string): string {
  const folder = join(home, 'before');
  const archive = join(home, 'before.tar');
  mkdirSync(folder);
  git('archive', '--output', archive, version);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** One address for both versions: new connections go to the one that is named last. */
async function startDoor() {
  let target = 0;
  const server = createServer((client) => {
    const behind = connect(target, '127.0.0.1');
    client.pipe(behind).pipe(client);
    const part = () => {
      client.destroy();
      behind.destroy();
    };
    client.on('error', part);
    behind.on('error', part);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    leadTo: (next: number) => {
      target = next;
    },
    close: () => server.close(),
  };
}

const isUp = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

const before = versionBefore();

// The short form of `npm run deploy-drill`.
it.skipIf(before === null)(
  'replaces the version before the newest migration under load, rolls back, and replaces it again',
  {
    timeout: 240_000,
  },
  async () => {
    const name = `errand_deploy_${process.pid}`;
    await onServer(`create database ${name}`);
    const door = await startDoor();
    const surprises: string[] = [];
    const env = {
      DATABASE_URL: withDatabase(testServer().url, name).replace(/^(\w+:\/\/(?:[^/@]*@)?)\//, '$1localhost/'),
      MASTER_KEYS: `deploy:${Buffer.alloc(32, 7).toString('base64')}`,
      PUBLIC_URL: door.url,
      DATA_DIR: join(home, 'data'),
      SANDBOX_TIME_SCALE: '0.1',
      SANDBOX_MINTS_PER_IP_PER_DAY: '1000',
      RATE_LIMIT_PER_KEY: '0',
      RATE_LIMIT_PER_ADDRESS: '0',
      LOG_LEVEL: 'error',
    };
    const [oldPort, newPort] = [await freePort(), await freePort()];
    const make = (version: string, port: number, folder: string) =>
      createService(version, entries.server, { ...env, PORT: String(port) }, (said) => surprises.push(said), folder);
    const older = make('old', oldPort, unpack(before ?? ''));
    const newer = make('new', newPort, root);
    const untilUp = (port: number) =>
      expect
        .poll(async () => ({ surprises, isUp: await isUp(port) }), { timeout: 60_000, interval: 200 })
        .toEqual({ surprises: [], isUp: true });
    const database = openDatabase({ url: env.DATABASE_URL, poolMax: 2 });
    try {
      older.start();
      await expect.poll(() => isUp(oldPort), { timeout: 60_000, interval: 200 }).toBe(true);
      door.leadTo(oldPort);
      const end = new AbortController();
      const random = seededRandom(7);
      const loading = orderSteadily({ url: door.url, clients: 4, ordersPerSecond: 10, random, until: end.signal });
      const accepted = async () =>
        Number((await sql<{ n: number }>`select count(*) as n from orders`.execute(database.db)).rows[0]?.n);
      await expect.poll(accepted, { timeout: 30_000 }).toBeGreaterThan(10);
      const beforehand = await accepted();
      // The clients are in this process and keep ordering.
      await promisify(execFile)(process.execPath, ['server/src/main/admin.ts', 'database', 'migrate'], {
        cwd: root,
        env: { ...childEnvironment(), ...env },
      });
      expect(await accepted()).toBeGreaterThan(beforehand);
      newer.start();
      await untilUp(newPort);
      // Both serve: what one of them began the other may end.
      const whileBoth = await accepted();
      await expect.poll(accepted, { timeout: 30_000 }).toBeGreaterThan(whileBoth + 5);
      const replace = async (next: number, last: typeof older) => {
        door.leadTo(next);
        await last.stop();
        const afterwards = await accepted();
        await expect.poll(accepted, { timeout: 30_000 }).toBeGreaterThan(afterwards + 5);
      };
      await replace(newPort, older);
      // Back to the version before, within the day that allows it, and forward again.
      older.start();
      await untilUp(oldPort);
      await replace(oldPort, newer);
      newer.start();
      await untilUp(newPort);
      await replace(newPort, older);
      end.abort();
      const load = await loading;
      expect(await untilOver(database.db, 60_000)).toBe(true);
      expect(await endingProblems(database.db, load.idsByKey)).toEqual([]);
      expect([...load.problems, ...surprises]).toEqual([]);
      // No request failed beyond a retry.
      expect(Math.max(...load.triesNeeded.keys())).toBeLessThanOrEqual(2);
    } finally {
      await Promise.all([older.kill(), newer.kill()]);
      await database.close();
      door.close();
      await onServer(`drop database ${name} with (force)`);
    }
  },
);
