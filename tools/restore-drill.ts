// Restores a database under load, in every supported way, and checks that nothing was bought twice.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { auditLedger } from '../server/src/domains/money/wallet/index.ts';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { fieldsOf } from '../server/src/kit/fields.ts';
import { type Db, openDatabase } from '../server/src/platform/database/index.ts';
import {
  createService,
  drillSettings,
  entries,
  reportProblems,
  type Service,
} from '../server/test/drills/kills/service.ts';
import { address } from '../server/test/drills/kills/shopper.ts';
import { restoreWithBooks, runSeed } from '../server/test/drills/restore/business.ts';
import { createWorkshop, type Workshop } from '../server/test/drills/restore/cluster.ts';
import { type Way, ways } from '../server/test/drills/restore/ways.ts';
import { purchaseProblems } from '../server/test/harness/checks.ts';
import { freePort } from '../server/test/harness/free-port.ts';

const usage = `Usage: npm run restore-drill -- [--orders 60] [--way "<part of a name>"]
       npm run restore-drill -- --seeds 10 [--first 1] [--actions 40] [--way "<part of a name>"]

  Without --seeds: orders at the simulated stores, restored in every way. With it: a business at every kind of store that runs
  here (UCP, WooCommerce, Medusa, Vendure if installed, pages if there is a Chromium, the desk, the simulator), with batches,
  agents, top-ups and returns. The backup and the kill come at random moments; then every client repeats all that it sent.

  Ways: ${Object.keys(ways).join(', ')}.
`;

async function drill(workshop: Workshop, way: Way, orders: number) {
  const primary = workshop.create('primary');
  if (way.settings) primary.configure(way.settings(workshop));
  primary.start();
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-drill-'));
  const started: Service[] = [];
  try {
    const before = await startServices(primary.url, dataDir, started);
    const key = await untilMinted(before);
    const half = Math.floor(orders / 2);
    await placeOrders(before, key, half);
    await way.backUp(workshop, primary);
    await placeOrders(before, key, orders - half);
    // Leaves some orders bought, some in progress and some waiting when the machine dies.
    await pause(1200);
    await Promise.all(started.map((service) => service.kill()));
    const restored = await restoreWithBooks(workshop, primary, way);
    const { db, close } = openDatabase({ url: restored.url, poolMax: 2 });
    const open = await countOpen(db);
    const soldMeanwhile = await countSoldOpen(db);
    await startServices(restored.url, dataDir, started);
    const isOver = await untilOver(db);
    const report = await judge(db, { open, soldMeanwhile, isOver });
    await Promise.all(started.map((service) => service.kill()));
    await close();
    restored.stop('immediate');
    if (restored !== primary) await rm(restored.data, { recursive: true, force: true });
    return report;
  } finally {
    await Promise.all(started.map((service) => service.kill()));
    await rm(primary.data, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startServices(databaseUrl: string, dataDir: string, started: Service[]): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...drillSettings(databaseUrl, url, dataDir), PORT: String(port), LOG_LEVEL: 'fatal' };
  const onSurprise = (message: string) => console.log(message);
  for (const role of ['api', 'worker', 'worker']) {
    const service = createService(role, entries.server, { ...env, ROLE: role }, onSurprise);
    service.start();
    started.push(service);
  }
  return url;
}

async function untilMinted(url: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${url}/sandbox/keys`, { method: 'POST' }).catch(() => null);
    if (answer?.status === 201) return String(fieldsOf(await answer.json()).api_key);
    await pause(100);
  }
}

const scenarios = ['success', 'success', 'timeout-after-placing', 'flaky', 'split-shipment', 'slow'];

async function placeOrders(url: string, key: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const products = [{ url: `${url}/shop/products/test-${scenarios[index % scenarios.length]}`, quantity: 1 }];
    const answer = await fetch(`${url}/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ products, shipping_address: address, max_price: 2500 }),
    });
    if (answer.status !== 201) throw new Error(`An order was answered with ${answer.status}: ${await answer.text()}`);
    await pause(50);
  }
}

async function countOf(db: Db, condition: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from orders where ${sql.raw(condition)}`.execute(db);
  return rows[0]?.n ?? 0;
}

const isOpen = "status in ('pending', 'in_progress')";
const countOpen = (db: Db): Promise<number> => countOf(db, isOpen);
const countSoldOpen = (db: Db): Promise<number> =>
  countOf(db, `${isOpen} and id::text in (select reference from sim_purchases)`);

async function untilOver(db: Db): Promise<boolean> {
  for (const deadline = performance.now() + 180_000; performance.now() < deadline; await pause(250)) {
    if ((await countOpen(db)) === 0) return true;
  }
  return false;
}

async function judge(db: Db, facts: { open: number; soldMeanwhile: number; isOver: boolean }) {
  const changes = await sql<{ reason: string; orders_in_doubt: number }>`select * from database_changes`.execute(db);
  const all = await purchaseProblems(db);
  // A purchase whose order was lost with the old database is not a second purchase. It is listed for the operator.
  const withoutOrder = all.filter((problem) => problem.includes('which is no order'));
  const problems = [
    ...all.filter((problem) => !withoutOrder.includes(problem)),
    ...(await auditLedger(db)).map((row) => `wallet ${row.account_id}: ${row.problem}`),
    ...(facts.isOver ? [] : ['not over after three minutes']),
    ...(changes.rows.length > 0 ? [] : ['the restore was not noticed']),
  ];
  const noticed = changes.rows.map((row) => `${row.reason} (${row.orders_in_doubt} orders)`);
  return { ...facts, withoutOrder: withoutOrder.length, noticed, problems };
}

/** Each seed is restored in the next way. */
async function runSeeds(seeds: number, first: number, actions: number, part: string): Promise<void> {
  const chosen = Object.entries(ways).filter(([name]) => name.includes(part));
  let failures = 0;
  for (let seed = first; seed < first + seeds; seed += 1) {
    const [name, way] = assertDefined(chosen[seed % chosen.length]);
    const result = await runSeed(seed, way, actions);
    if (!result) return console.log('No PostgreSQL server with its programs is installed here.');
    const { boughtTwice, lost, centsOff, returnsTwice, named, problems } = result;
    console.log(
      `Seed ${seed} (${name}): bought twice ${boughtTwice.length}, lost ${lost.length}, cents off ${centsOff.length}, returned twice ${returnsTwice}, left to the operator ${named.length}.`,
    );
    for (const line of [...boughtTwice, ...lost.map((one) => `${one} lost`), ...centsOff, ...problems])
      console.log(`- ${line}`);
    for (const line of named) console.log(`  operator: ${line}`);
    if (boughtTwice.length + lost.length + centsOff.length + returnsTwice + problems.length > 0) failures += 1;
  }
  console.log(failures === 0 ? 'Sound.' : `${failures} of ${seeds} seeds failed.`);
  if (failures > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({
    options: {
      orders: text('60'),
      way: text(''),
      seeds: text('0'),
      first: text('1'),
      actions: text('40'),
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(usage);
  const seeds = Number(values.seeds);
  if (seeds > 0) return runSeeds(seeds, Number(values.first), Number(values.actions), values.way);
  for (const [name, way] of Object.entries(ways)) {
    if (!name.includes(values.way)) continue;
    const workshop = createWorkshop();
    if (!workshop) return console.log('No PostgreSQL server with its programs is installed here.');
    try {
      const { problems, ...facts } = await drill(workshop, way, Number(values.orders));
      console.log(name, facts);
      reportProblems(problems);
    } finally {
      workshop.clear();
    }
  }
}

await main();
