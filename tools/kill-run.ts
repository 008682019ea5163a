// Kills API and worker processes at random while orders are placed. Checks that nothing was lost or bought twice.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../server/src/platform/database/index.ts';
import { runKills } from '../server/test/drills/kills/run.ts';
import { reportProblems } from '../server/test/drills/kills/service.ts';

const usage = `Usage: npm run kill-run -- [--orders 500] [--seconds 60] [--kills 40] [--seed <number>] [--live] [--bulk] [--agents] [--quick-leases] [--broken]

  --live          order from live stores too, over lines that fail; cut connections to the database
  --bulk          order everything in one batch (POST /orders/bulk)
  --agents        agents order, and pay with the order: charged once, refunded once
  --quick-leases  take the leases of a killed worker away at once, instead of waiting until they run out
  --broken        run a deliberately broken worker; succeeds when its faults are found
`;

const text = (value: string) => ({ type: 'string', default: value }) as const;
const flag = { type: 'boolean', default: false } as const;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      orders: text('500'),
      seconds: text('60'),
      kills: text('40'),
      seed: text(String(Math.floor(Math.random() * 2 ** 32))),
      live: flag,
      bulk: flag,
      agents: flag,
      'quick-leases': flag,
      broken: flag,
      help: flag,
    },
  });
  if (values.help) return console.log(usage);
  const { seed, broken: isBroken } = values;
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-kills-'));
  // Under root, the server runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  const server = await startEmbedded({ dataDir, log: () => {} });
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => stop.abort(new Error(`Stopped by ${signal}.`)));
  console.log(`Seed ${seed}: run again with --seed ${seed}`);
  try {
    const { problems, ...numbers } = await runKills({
      databaseUrl: server.url,
      orders: Number(values.orders),
      seconds: Number(values.seconds),
      kills: Number(values.kills),
      seed: Number(seed),
      isLive: values.live,
      isBulk: values.bulk,
      isAgents: values.agents,
      isBroken,
      cutsLeases: values['quick-leases'],
      endWithinMs: isBroken ? 60_000 : 900_000,
      log: console.log,
      signal: stop.signal,
    });
    console.log(numbers);
    reportProblems(problems);
    if (isBroken) process.exitCode = problems.length > 0 ? 0 : 1;
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await main();
