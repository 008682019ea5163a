// Validates and places one large batch on its own server and measures the cost for it and for other callers: `npm run
// bench -- bulk [rows]`.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { type Client, createClient } from '../sdk/src/index.ts';
import { createKey, insertAccount } from '../server/src/domains/access/accounts/index.ts';
import { creditWallet } from '../server/src/domains/money/wallet/index.ts';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { systemClock } from '../server/src/kit/clock.ts';
import { newId } from '../server/src/kit/ids.ts';
import { toCents } from '../server/src/kit/money.ts';
import { type Database, openDatabase, startEmbedded } from '../server/src/platform/database/index.ts';
import type { OtherCallers } from './other-callers.ts';
import { type Program, serviceEntry, startProgram } from './scene.ts';

const baselineSeconds = 10;
const requestsPerSecond = 100;
const boughtSeconds = 20;

/** From /proc (Linux). */
function usageOf(pid: number): { cpuSeconds: number; residentMb: number } {
  const fields = assertDefined(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuSeconds: ticks / 100, residentMb: Number(resident) / 1024 };
}

/** Runs work and samples the server meanwhile. */
async function watched<T>(pid: number, work: () => Promise<T>) {
  const before = usageOf(pid);
  let peak = before.residentMb;
  const timer = setInterval(() => {
    peak = Math.max(peak, usageOf(pid).residentMb);
  }, 10);
  const startedAt = performance.now();
  const result = await work();
  clearInterval(timer);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    result,
    seconds,
    cpuSeconds: usageOf(pid).cpuSeconds - before.cpuSeconds,
    aboveMb: peak - before.residentMb,
  };
}

/** A steady stream of reads from another thread. */
function startTraffic(data: OtherCallers) {
  const worker = new Worker(new URL('other-callers.ts', import.meta.url), { workerData: data });
  return {
    /** Latencies since the last call, sorted. */
    async take(): Promise<number[]> {
      worker.postMessage('take');
      const [latencies] = await once(worker, 'message');
      return latencies;
    },
    stop: () => worker.terminate(),
  };
}

const quantile = (sorted: number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

const rowsOf = (url: string, rowCount: number) =>
  Array.from({ length: rowCount }, (_, index) => ({
    product_url: `${url}/shop/products/test-success`,
    quantity: '1',
    name: `Jane Doe${index}`,
    address1: `${index} Market St`,
    city: 'San Francisco',
    state: 'CA',
    zip: '94105',
    phone: '+14155550123',
    max_price: '2500',
    customer_reference: `REF-${index}`,
    note: 'A column of our own that only comes along',
  }));

async function richKey({ db }: Database, rowCount: number): Promise<string> {
  const accountId = newId();
  const needs = { tx: db, clock: systemClock };
  await insertAccount(db, accountId, 'bench@example.com', systemClock.now());
  const amount = toCents(rowCount * 2500 + 1_000_000);
  await creditWallet(needs, { id: newId(), accountId, world: 'test', amount, note: 'bench' });
  return (await createKey(needs, { accountId, world: 'test', label: 'bench' })).key;
}

async function untilCount(database: Database, text: string, wanted: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from orders ${sql.raw(text)}`.execute(
      database.db,
    );
    if (assertDefined(rows[0]).count >= wanted) return;
    await pause(50);
  }
}

/**
 * Adds orders that fail at once. PostgreSQL scans empty tables fully until autovacuum has analyzed them; a service in
 * use is past that.
 */
async function fillUp(url: string, client: Client, database: Database): Promise<number> {
  const rows = rowsOf(url, 50).map((row) => ({ ...row, product_url: `${url}/shop/products/test-out-of-stock` }));
  for (let batch = 0; batch < 10; batch += 1) await client.placeBulkOrder({ body: { rows } });
  await untilCount(database, `where status = 'order_failed'`, 500);
  const unseen = sql<{ count: number }>`
    select count(*) as count from pg_stat_user_tables where relname in ('orders', 'jobs') and last_autoanalyze is null`;
  const isUnseen = async () => assertDefined((await unseen.execute(database.db)).rows[0]).count > 0;
  for (let seconds = 0; seconds < 30 && (await isUnseen()); seconds += 1) await pause(1000);
  return 500;
}

async function measure({ url, pid }: Program, database: Database, rowCount: number): Promise<void> {
  const key = await richKey(database, rowCount);
  const client = createClient({ baseUrl: url, apiKey: key });
  const rows = rowsOf(url, rowCount);
  await client.validateBulkOrder({ body: { rows: rows.slice(0, 500) } });
  const validated = await watched(pid, () => client.validateBulkOrder({ body: { rows } }));
  console.log(
    `validate ${rowCount} rows: ${validated.cpuSeconds.toFixed(2)} s of one core, ${validated.seconds.toFixed(2)} s in all, ` +
      `${validated.aboveMb.toFixed(0)} MB above idle, ${validated.result.valid_rows} valid`,
  );
  const known = await fillUp(url, client, database);
  const [first] = rows;
  const { id } = await client.placeBulkOrder({ body: { rows: [assertDefined(first)] } });
  await untilCount(database, '', known + 1);
  const orderId = assertDefined(assertDefined((await client.getBulkOrder({ batch_id: id })).rows[0]).order_id);
  const traffic = startTraffic({ url, key, orderId, requestsPerSecond });
  await pause(1000);
  await traffic.take();
  await pause(baselineSeconds * 1000);
  const baseline = await traffic.take();
  const report = (name: string, list: number[]) =>
    console.log(
      `other callers, ${name}: p50 ${quantile(list, 0.5).toFixed(1)} ms, p99 ${quantile(list, 0.99).toFixed(1)} ms (${list.length} requests)`,
    );
  let accepting: number[] = [];
  const placed = await watched(pid, async () => {
    const startedAt = performance.now();
    await client.placeBulkOrder({ body: { rows } });
    const acceptedMs = performance.now() - startedAt;
    accepting = await traffic.take();
    await untilCount(database, '', known + rowCount + 1);
    return acceptedMs;
  });
  const making = await traffic.take();
  console.log(
    `place ${rowCount} rows: accepted in ${(placed.result / 1000).toFixed(2)} s, every row has its order after ` +
      `${placed.seconds.toFixed(2)} s: ${Math.round(rowCount / placed.seconds)} rows/s`,
  );
  report('before', baseline);
  report('while the batch is accepted', accepting);
  report('while its orders are made', making);
  const shortestFirst = (a: number, b: number) => a - b;
  report('both', [...accepting, ...making].sort(shortestFirst));
  await pause(boughtSeconds * 1000);
  report('while they are bought', await traffic.take());
  await traffic.stop();
  await pause(500);
}

export async function measureBulk(rowCount: number): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'errand-bench-'));
  // Under root, the database runs as another user, who needs access.
  await chmod(home, 0o755);
  const postgres = await startEmbedded({ dataDir: home, log: () => {} });
  const database = openDatabase({ url: postgres.url, poolMax: 2 });
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: home, RATE_LIMIT_PER_KEY: '0', LOG_LEVEL: 'warn' };
  const server = await startProgram(serviceEntry, settings, '/health');
  try {
    await measure(server, database, rowCount);
  } finally {
    await server.stop();
    await database.close();
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  }
}
