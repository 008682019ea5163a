// Orders a second and CPU an order of what one would run instead, on the same PostgreSQL in the same run: `npm run bench -- peers`.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { migrate, openDatabase } from '../server/src/platform/database/index.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import { type DebianPostgres, startDebianPostgres } from '../tools/debian-postgres.ts';
import { ensureInstalled } from '../tools/stores/install.ts';
import { startMedusaOn } from '../tools/stores/medusa.ts';
import { openMedusaAdmin } from '../tools/stores/medusa-admin.ts';
import { startProcess } from '../tools/stores/process.ts';
import { load } from './ask.ts';
import { cpuMs } from './cpu.ts';
import { buyAtMedusa, findProduct } from './peers/medusa-order.ts';
import { buyAtVendure } from './peers/vendure-order.ts';
import { openAccounts, orderRequests, type Scene, serviceEntry, serviceEnv, shopUrl, startProgram } from './scene.ts';

interface Flow {
  name: string;
  orders: number;
  perSecond: number;
  cpuMs: number;
}

interface Effort {
  seconds: number;
  clients: number;
}

/** Clients that buy one thing after the other, each by the shop's whole flow. */
async function measureFlow(
  name: string,
  pids: number[],
  { seconds, clients }: Effort,
  buy: (email: string) => Promise<unknown>,
): Promise<Flow> {
  let orders = 0;
  const run = async (ms: number) => {
    const until = performance.now() + ms;
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        while (performance.now() < until) {
          await buy(`guest-${client}-${orders}@example.com`);
          orders += 1;
        }
      }),
    );
  };
  await run(3_000);
  orders = 0;
  const before = cpuMs(pids);
  const began = performance.now();
  await run(seconds * 1000);
  const tookMs = performance.now() - began;
  return { name, orders, perSecond: (orders * 1000) / tookMs, cpuMs: (cpuMs(pids) - before) / orders };
}

/** From the request until the order is placed at a simulated store, API and worker as processes of their own. */
async function measureOurs(postgres: DebianPostgres, { seconds, clients }: Effort): Promise<Flow> {
  const database = openDatabase({ url: postgres.url, poolMax: 2 });
  await migrate(database.db);
  const scene: Scene = {
    postgres,
    database,
    accounts: await openAccounts(database, 100),
    seconds,
    rounds: 1,
    clients,
    orders: 0,
  };
  const api = await startProgram(serviceEntry, serviceEnv(scene, 'api', shopUrl), '/health');
  const worker = await startProgram(serviceEntry, serviceEnv(scene, 'worker', shopUrl), null);
  try {
    const requests = orderRequests(scene.accounts);
    const open = async () =>
      assertDefined(
        (
          await sql<{ n: number }>`select count(*) as n from orders where status in ('pending', 'in_progress')`.execute(
            database.db,
          )
        ).rows[0],
      ).n;
    const run = async (forSeconds: number) => {
      const { count } = await load({ port: api.port, clients, seconds: forSeconds, requests, status: 201 });
      while ((await open()) > 0) await pause(50);
      return count;
    };
    await run(3);
    const pids = [postgres.pid, api.pid, worker.pid];
    const before = cpuMs(pids);
    const began = performance.now();
    const orders = await run(seconds);
    const tookMs = performance.now() - began;
    return {
      name: 'this service',
      orders,
      perSecond: (orders * 1000) / tookMs,
      cpuMs: (cpuMs(pids) - before) / orders,
    };
  } finally {
    await worker.stop();
    await api.stop();
    await database.close();
  }
}

async function measureMedusa(postgres: DebianPostgres, effort: Effort): Promise<Flow> {
  const shop = await startMedusaOn(await ensureInstalled('medusa', console.log), postgres.url);
  try {
    const url = `http://127.0.0.1:${shop.port}`;
    const admin = await openMedusaAdmin(url);
    await admin.setStock('MUG', 1_000_000);
    const shelf = await findProduct(url, admin.publishableKey);
    return await measureFlow('Medusa', [postgres.pid, shop.pid], effort, (email) => buyAtMedusa(shelf, email));
  } finally {
    await shop.stop();
  }
}

async function measureVendure(postgres: DebianPostgres, effort: Effort): Promise<Flow> {
  const installation = await ensureInstalled('vendure', console.log);
  const server = new pg.Client({ connectionString: postgres.url });
  await server.connect();
  await server.query('create database vendure');
  await server.end();
  const args = [
    join(import.meta.dirname, 'peers', 'vendure-shop.mjs'),
    installation,
    postgres.url.replace(/\/postgres$/, '/vendure'),
  ];
  const shop = await startProcess(args, { cwd: installation });
  try {
    const url = `http://127.0.0.1:${shop.port}`;
    return await measureFlow('Vendure', [postgres.pid, shop.pid], effort, (email) => buyAtVendure(url, email));
  } finally {
    await shop.stop();
  }
}

export async function measurePeers(settings: string[], effort: Effort): Promise<void> {
  const postgres = await startDebianPostgres(settings, await freePort());
  if (!postgres) throw new Error('The benchmarks need a PostgreSQL server: install the package postgresql.');
  try {
    const peers = [await measureMedusa(postgres, effort), await measureVendure(postgres, effort)];
    const ours = await measureOurs(postgres, effort);
    console.log('| order flow | orders a second | CPU ms an order | ours is quicker by | ours takes less CPU by |');
    console.log('|---|--:|--:|--:|--:|');
    for (const { name, perSecond, cpuMs } of [...peers, ours]) {
      const ratios =
        name === ours.name ? ['', ''] : [ours.perSecond / perSecond, cpuMs / ours.cpuMs].map((each) => each.toFixed(1));
      console.log(`| ${name} | ${perSecond.toFixed(1)} | ${cpuMs.toFixed(2)} | ${ratios.join(' | ')} |`);
    }
  } finally {
    await postgres.stop();
  }
}
