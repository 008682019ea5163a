// Replaces a running version with this one under load, on one database, rolls back and forward again. Checks that no
// request failed twice and no job was lost.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { openDatabase } from '../server/src/platform/database/index.ts';
import { type Load, orderSteadily } from '../server/test/drills/failover/load.ts';
import { isInstalled } from '../server/test/drills/failover/processes.ts';
import { type LoadBalancer, startProxy } from '../server/test/drills/failover/proxy.ts';
import { endingProblems, untilOver } from '../server/test/drills/kills/endings.ts';
import { seededRandom } from '../server/test/drills/kills/random.ts';
import {
  createService,
  drillSettings,
  entries,
  reportProblems,
  type Service,
  untilHealthy,
} from '../server/test/drills/kills/service.ts';
import { childEnvironment } from '../server/test/harness/child-environment.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import { startDebianPostgres } from './debian-postgres.ts';

const usage = `Usage: npm run deploy-drill -- [--from <commit>|first] [--stopped] [--rate 20] [--seed <number>]

  Two API and two worker processes of an earlier commit (the last one before the newest migration) are replaced one by one by
  this version, behind haproxy. Then they are rolled back and replaced again. Needs the Debian packages haproxy and postgresql-15.
  --stopped stops the old version before it migrates, for a version that cannot run next to this one.
  --from first takes the first version that could place orders.
`;

const root = join(import.meta.dirname, '..');

function git(...args: string[]): string {
  const result = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`git ${args.join(' ')} failed: ${result.stderr}`);
  return result.stdout.trim();
}

/** Checks out a commit, with this one's packages if it has the same. */
function checkOut(commit: string, folder: string): void {
  git('worktree', 'add', '--detach', '--force', folder, commit);
  if (git('diff', '--name-only', commit, '--', 'package-lock.json') === '')
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else {
    const args = ['ci', '--ignore-scripts', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];
    const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm ci failed in ${commit}: ${stderr}`);
  }
}

interface Fleet {
  ports: number[];
  apis: Service[];
  workers: Service[];
}

function createFleet(
  name: string,
  folder: string,
  ports: number[],
  env: Record<string, string>,
  onSurprise: (message: string) => void,
): Fleet {
  const entry = existsSync(join(folder, entries.server)) ? entries.server : 'server/src/main/server.ts';
  const make = (role: string, port: number) =>
    createService(`${name} ${role}`, entry, { ...env, ROLE: role, PORT: String(port) }, onSurprise, folder);
  return { ports, apis: ports.map((port) => make('api', port)), workers: ports.map(() => make('worker', 0)) };
}

async function measure(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(performance.now() - began);
}

/** Not spawnSync: the clients run in this process and keep ordering. */
async function migrate(env: Record<string, string>): Promise<void> {
  await promisify(execFile)(process.execPath, ['server/src/main/admin.ts', 'database', 'migrate'], {
    cwd: root,
    env: { ...childEnvironment(), ...env },
  });
}

/** Starts each new process before it stops an old one. */
async function replace(before: Fleet, after: Fleet, proxy: LoadBalancer): Promise<void> {
  for (const [index, service] of after.apis.entries()) {
    service.start();
    // Healthy is not enough: on a busy machine, the proxy's own checks are late.
    await proxy.untilUp(after.ports[index] ?? 0);
    await before.apis[index]?.stop();
    after.workers[index]?.start();
    await before.workers[index]?.stop();
  }
}

async function startFleet({ ports, apis, workers }: Fleet): Promise<void> {
  for (const service of [...apis, ...workers]) service.start();
  for (const port of ports) await untilHealthy(`http://127.0.0.1:${port}`);
}

/** Each step under load, in milliseconds. */
async function upgradeRolling(before: Fleet, after: Fleet, env: Record<string, string>, proxy: LoadBalancer) {
  const migratedMs = await measure(() => migrate(env));
  const replacedMs = await measure(() => replace(before, after, proxy));
  await pause(5_000);
  const rolledBackMs = await measure(() => replace(after, before, proxy));
  await pause(5_000);
  return { migratedMs, replacedMs, rolledBackMs, replacedAgainMs: await measure(() => replace(before, after, proxy)) };
}

async function upgradeStopped(before: Fleet, after: Fleet, env: Record<string, string>) {
  const stoppedMs = await measure(async () => {
    await Promise.all([...before.apis, ...before.workers].map((service) => service.stop()));
    await migrate(env);
    await startFleet(after);
  });
  return { stoppedMs };
}

function loadProblems(load: Load): string[] {
  const tooOften = [...load.triesNeeded].filter(([tries]) => tries > 2);
  return [...load.problems, ...tooOften.map(([tries, requests]) => `${requests} requests needed ${tries} tries`)];
}

interface Plan {
  commit: string;
  isStopped: boolean;
  ordersPerSecond: number;
  seed: number;
}

async function drill({ commit, isStopped, ordersPerSecond, seed }: Plan): Promise<void> {
  if (!isInstalled('haproxy')) throw new Error('haproxy is not installed (apt-get install haproxy).');
  const home = mkdtempSync(join(tmpdir(), 'errand-deploy-'));
  const folder = join(home, 'before');
  const postgres = await startDebianPostgres(['fsync=on']);
  if (!postgres) throw new Error('No PostgreSQL server is installed here.');
  const [oldPorts, newPorts] = [
    [await freePort(), await freePort()],
    [await freePort(), await freePort()],
  ];
  const httpPort = await freePort();
  const url = `http://127.0.0.1:${httpPort}`;
  const env = {
    ...drillSettings(postgres.url, url, join(home, 'data')),
    SANDBOX_TIME_SCALE: '0.1',
  };
  checkOut(commit, folder);
  const surprises: string[] = [];
  const before = createFleet('old', folder, oldPorts, env, (message) => surprises.push(message));
  const after = createFleet('new', root, newPorts, env, (message) => surprises.push(message));
  const everyone = [before, after].flatMap(({ apis, workers }) => [...apis, ...workers]);
  const proxy = startProxy(home, [
    { port: httpPort, to: [...oldPorts, ...newPorts].map((port) => ({ port })), isHttp: true, check: '/health' },
  ]);
  try {
    await startFleet(before);
    for (const port of oldPorts) await proxy.untilUp(port);
    const end = new AbortController();
    const loading = orderSteadily({ url, clients: 16, ordersPerSecond, random: seededRandom(seed), until: end.signal });
    await pause(5_000);
    const times = await (isStopped ? upgradeStopped : upgradeRolling)(before, after, env, proxy);
    await pause(5_000);
    end.abort();
    const load = await loading;
    const database = openDatabase({ url: postgres.url, poolMax: 2 });
    const isOver = await untilOver(database.db, 180_000);
    const problems = [
      ...(isStopped ? load.problems : loadProblems(load)),
      ...surprises,
      ...(isOver ? [] : ['not over after three minutes']),
      ...(await endingProblems(database.db, load.idsByKey)),
    ];
    await database.close();
    const slowest = Math.max(...load.accepted.map(({ begunAt, at }) => at - begunAt));
    console.log({
      from: git('rev-parse', '--short', commit),
      migrations: git('diff', '--name-only', '--diff-filter=A', commit, '--', 'server/migrations').split('\n').length,
      ...times,
      orders: load.idsByKey.size,
      triesNeeded: Object.fromEntries(load.triesNeeded),
      failures: load.failures,
      slowestMs: slowest,
    });
    reportProblems(problems);
  } finally {
    await Promise.all(everyone.map((service) => service.kill()));
    await proxy.end('SIGKILL');
    await postgres.stop();
    git('worktree', 'remove', '--force', folder);
    rmSync(home, { recursive: true, force: true });
  }
}

const text = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({
  options: {
    from: text(''),
    stopped: { type: 'boolean', default: false },
    rate: text('20'),
    seed: text(String(Math.floor(Math.random() * 2 ** 32))),
    help: { type: 'boolean' },
  },
});
const newestMigration = () => git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'server/migrations');
/** The last commit that changed the first seven migrations. The ones after it never did. */
const firstVersion = () => git('log', '-1', '--format=%H', '--', 'server/migrations/000[1-7]_*.sql');
const commitOf = (from: string): string => (from === 'first' ? firstVersion() : from || `${newestMigration()}^`);
if (values.help) console.log(usage);
else
  await drill({
    commit: commitOf(values.from),
    isStopped: values.stopped,
    ordersPerSecond: Number(values.rate),
    seed: Number(values.seed),
  });
