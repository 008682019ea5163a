// Kills the leader of a PostgreSQL cluster repeatedly under load. Checks that nothing was lost or bought twice.
import { mkdtemp, rm } from 'node:fs/promises';
import { getPriority, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { type Db, openDatabase } from '../server/src/platform/database/index.ts';
import { type Load, orderSteadily } from '../server/test/drills/failover/load.ts';
import { type PatroniCluster, startPatroni } from '../server/test/drills/failover/patroni.ts';
import { endingProblems, untilOver } from '../server/test/drills/kills/endings.ts';
import { between, type Random, seededRandom } from '../server/test/drills/kills/random.ts';
import {
  createService,
  drillSettings,
  entries,
  reportProblems,
  type Service,
} from '../server/test/drills/kills/service.ts';
import { freePort } from '../server/test/harness/free-port.ts';

const usage = `Usage: npm run failover-drill -- [--kills 10] [--rate 10] [--seed <number>]

  Two API and two worker processes, three PostgreSQL under Patroni and etcd behind haproxy. Needs the Debian packages
  patroni, etcd-server, haproxy and postgresql-15.
`;

/** Orders must be accepted again within this time after a kill. */
const backWithinMs = 15_000;

const electedWithinMs = 120_000;

interface Kill {
  leader: string;
  at: number;
  /** Until Patroni reported a new leader. */
  electedMs: number;
}

async function killLeaders(cluster: PatroniCluster, times: number, random: Random): Promise<Kill[]> {
  const kills: Kill[] = [];
  while (kills.length < times) {
    await pause(between(random, 2_000, 5_000));
    const leader = assertDefined(await cluster.leader());
    const at = Date.now();
    await cluster.cut(leader);
    while (((await cluster.leader()) ?? leader) === leader) {
      if (Date.now() - at > electedWithinMs)
        throw new Error(`Nobody leads ${electedWithinMs / 1000} s after the kill.`);
      await pause(200);
    }
    kills.push({ leader, at, electedMs: Date.now() - at });
    await pause(between(random, 1_000, 3_000));
    cluster.restart(leader);
    await cluster.untilWhole();
    console.log(`${kills.length} of ${times}: killed ${leader}, whole again after ${Date.now() - at} ms`);
  }
  return kills;
}

/** Milliseconds from a kill. */
interface Back {
  elected: number;
  accepted: number;
  bought: number;
}

/** From each kill to the first order accepted, and the first one bought, among those requested after it. */
async function timesBack(db: Db, load: Load, kills: Kill[]): Promise<Back[]> {
  const rows: Back[] = [];
  for (const { at, electedMs } of kills) {
    // Responses in the first moments may come from earlier commits.
    const accepted = load.accepted.filter(({ begunAt }) => begunAt > at + 100).map((each) => each.at);
    const bought = await sql<{ at: Date | null }>`
      select min(ended_at) as at from orders where status = 'order_placed' and created_at > ${new Date(at + 100)}`.execute(
      db,
    );
    rows.push({
      elected: electedMs,
      accepted: Math.min(...accepted) - at,
      bought: (bought.rows[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY) - at,
    });
  }
  return rows;
}

const secondsOf = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

/** The table in docs/runbooks/failover.md. */
function printTable(back: Back[]): void {
  const row = (title: string, times: number[]) => {
    const sorted = [...times].sort((a, b) => a - b);
    const median = ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
    return `| ${title} | ${times.map(secondsOf).join(', ')} | ${secondsOf(median)} |`;
  };
  const lines = [
    `| Seconds from the kill until | The ${back.length} kills | Median |`,
    '|---|---|--:|',
    row(
      'a new leader',
      back.map(({ elected }) => elected),
    ),
    row(
      `orders are accepted again (target: ${backWithinMs / 1000})`,
      back.map(({ accepted }) => accepted),
    ),
    row(
      'orders are placed with the store again',
      back.map(({ bought }) => bought),
    ),
  ];
  console.log(`\n${lines.join('\n')}\n`);
}

function report(load: Load, back: Back[], problems: string[]): void {
  printTable(back);
  const average = loadavg().map((each) => each.toFixed(1));
  console.log({
    orders: load.idsByKey.size,
    tries: load.tries,
    failures: load.failures,
    'load of the machine (1, 5, 15 minutes)': average.join(', '),
    priority: getPriority(),
  });
  reportProblems(problems);
}

/** Two API and two worker processes, as production starts them. */
function createServices(
  cluster: PatroniCluster,
  ports: number[],
  dataDir: string,
  onSurprise: (message: string) => void,
): Service[] {
  return ['api', 'api', 'worker', 'worker'].map((role, index) => {
    const env = {
      ...drillSettings(cluster.url, `http://127.0.0.1:${cluster.httpPort}`, dataDir),
      PORT: String(ports[index] ?? 0),
      ROLE: role,
      SANDBOX_TIME_SCALE: '0.1',
    };
    return createService(`${role} ${index}`, entries.server, env, onSurprise);
  });
}

async function killUnderLoad(cluster: PatroniCluster, { times, ordersPerSecond, seed }: Wanted) {
  const end = new AbortController();
  const loading = orderSteadily({
    url: `http://127.0.0.1:${cluster.httpPort}`,
    clients: 8,
    ordersPerSecond,
    random: seededRandom(seed),
    until: end.signal,
  });
  await pause(5_000);
  const kills = await killLeaders(cluster, times, seededRandom(seed + 1));
  await pause(3_000);
  end.abort();
  return { kills, load: await loading };
}

interface Wanted {
  times: number;
  ordersPerSecond: number;
  seed: number;
}

async function drill(wanted: Wanted): Promise<void> {
  const ports = [await freePort(), await freePort()];
  const cluster = await startPatroni(ports);
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-drill-'));
  const surprises: string[] = [];
  const services = createServices(cluster, ports, dataDir, (message) => surprises.push(message));
  const endEverything = async () => {
    await Promise.all(services.map((service) => service.kill()));
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const fail = (why: string) => {
    console.error(why);
    void endEverything().finally(() => process.exit(1));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => fail(`${signal}: ending everything …`));
  const minutes = 15 + 2 * wanted.times;
  const tooLate = setTimeout(
    () => fail(`Not done after ${minutes} minutes: ${surprises.join('; ')}`),
    minutes * 60_000,
  );
  try {
    await cluster.untilWhole();
    for (const service of services) {
      service.start();
      await pause(500);
    }
    const { kills, load } = await killUnderLoad(cluster, wanted);
    const database = openDatabase({ url: cluster.url, poolMax: 2 });
    const isOver = await untilOver(database.db, 300_000);
    const back = await timesBack(database.db, load, kills);
    const problems = [
      ...load.problems,
      ...surprises,
      ...back.filter(({ accepted }) => accepted > backWithinMs).map(({ accepted }) => `away for ${accepted} ms`),
      ...(isOver ? [] : ['not over after five minutes']),
      ...(await endingProblems(database.db, load.idsByKey)),
    ];
    await database.close();
    report(load, back, problems);
  } finally {
    clearTimeout(tooLate);
    await endEverything();
  }
}

const text = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({
  options: {
    kills: text('10'),
    rate: text('10'),
    seed: text(String(Math.floor(Math.random() * 2 ** 32))),
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(usage);
else await drill({ times: Number(values.kills), ordersPerSecond: Number(values.rate), seed: Number(values.seed) });
