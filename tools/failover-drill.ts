// Kills the leader of a PostgreSQL cluster under load, again and again, and checks that nothing was lost or bought twice.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { existing } from '../server/src/kit/existing.ts';
import { type Db, openDatabase } from '../server/src/platform/database/index.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import { type Load, orderSteadily } from './failover/load.ts';
import { type PatroniCluster, startPatroni } from './failover/patroni.ts';
import { endingProblems, untilOver } from './kills/endings.ts';
import { between, type Random, seededRandom } from './kills/random.ts';
import { createService, entries } from './kills/service.ts';

const usage = `Usage: npm run failover-drill -- [--kills 10] [--rate 10] [--seed <number>]

  Two API and two worker processes, three PostgreSQL under Patroni and etcd behind haproxy. Needs the Debian packages
  patroni, etcd-server, haproxy and postgresql-15.
`;

/** How long after a kill orders have to be accepted again. */
const backWithinMs = 15_000;

interface Kill {
  leader: string;
  at: number;
  /** Until Patroni told of another leader. */
  electedMs: number;
}

async function killLeaders(cluster: PatroniCluster, times: number, random: Random): Promise<Kill[]> {
  const kills: Kill[] = [];
  while (kills.length < times) {
    await pause(between(random, 2_000, 5_000));
    const leader = existing(await cluster.leader());
    const at = Date.now();
    await cluster.cut(leader);
    while (((await cluster.leader()) ?? leader) === leader) await pause(200);
    kills.push({ leader, at, electedMs: Date.now() - at });
    await pause(between(random, 1_000, 3_000));
    cluster.restart(leader);
    await cluster.untilWhole();
    console.log(`${kills.length} of ${times}: killed ${leader}, whole again after ${Date.now() - at} ms`);
  }
  return kills;
}

/** From each kill to the first order that was accepted, or bought, of those that were asked for after it. */
async function timesBack(db: Db, load: Load, kills: Kill[]) {
  const rows: { killed: string; elected: number; accepted: number; bought: number }[] = [];
  for (const { leader, at, electedMs } of kills) {
    // The first moments may be answered by what was committed before.
    const accepted = load.accepted.filter(({ begunAt }) => begunAt > at + 100).map((each) => each.at);
    const bought = await sql<{ at: Date | null }>`
      select min(ended_at) as at from orders where status = 'order_placed' and created_at > ${new Date(at + 100)}`.execute(
      db,
    );
    rows.push({
      killed: leader,
      elected: electedMs,
      accepted: Math.min(...accepted) - at,
      bought: (bought.rows[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY) - at,
    });
  }
  return rows;
}

async function drill(times: number, ordersPerSecond: number, seed: number): Promise<void> {
  const ports = [await freePort(), await freePort()];
  const cluster = await startPatroni(ports);
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-drill-'));
  const surprises: string[] = [];
  const services = ['api', 'api', 'worker', 'worker'].map((role, index) => {
    const env = {
      DATABASE_URL: cluster.url,
      MASTER_KEYS: `drill:${Buffer.alloc(32, 7).toString('base64')}`,
      PORT: String(ports[index] ?? 0),
      PUBLIC_URL: `http://127.0.0.1:${cluster.httpPort}`,
      DATA_DIR: dataDir,
      ROLE: role,
      SANDBOX_TIME_SCALE: '0.1',
      SANDBOX_MINTS_PER_IP_PER_DAY: '1000',
      RATE_LIMIT_PER_KEY: '0',
      RATE_LIMIT_PER_ADDRESS: '0',
      LOG_LEVEL: 'error',
    };
    return createService(`${role} ${index}`, entries.server, env, (message) => surprises.push(message));
  });
  try {
    await cluster.untilWhole();
    for (const service of services) {
      service.start();
      await pause(500);
    }
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
    const load = await loading;
    const database = openDatabase({ url: cluster.url, poolMax: 2 });
    const isOver = await untilOver(database.db, 300_000);
    const back = await timesBack(database.db, load, kills);
    console.table(back);
    console.log({ orders: load.idsByKey.size, tries: load.tries, failures: load.failures });
    const problems = [
      ...load.problems,
      ...surprises,
      ...back.filter(({ accepted }) => accepted > backWithinMs).map(({ accepted }) => `away for ${accepted} ms`),
      ...(isOver ? [] : ['not over after five minutes']),
      ...(await endingProblems(database.db, load.idsByKey)),
    ];
    await database.close();
    for (const problem of problems.slice(0, 20)) console.log(`- ${problem}`);
    console.log(problems.length === 0 ? 'Sound.' : `${problems.length} problems.`);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await Promise.all(services.map((service) => service.kill()));
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
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
else await drill(Number(values.kills), Number(values.rate), Number(values.seed));
