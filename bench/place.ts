import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { acceptOrders } from '../server/src/domains/orders/store-accept.ts';
import { existing } from '../server/src/kit/existing.ts';
import { cpuMs } from './cpu.ts';
import { newOrder } from './new-order.ts';
import { median, type Row, type Scene, serviceEntry, serviceEnv, shopUrl, startProgram } from './scene.ts';

const ordersPerRound = 4000;
const batch = 50;

interface Placed {
  perSecond: number;
  cpuMs: number;
  p50Ms: number;
  p99Ms: number;
  memoryMb: number;
}

/** (c) Orders taken from pending to placed by one worker process; the simulated stores answer at once. */
export async function measurePlacing(scene: Scene): Promise<Row[]> {
  const results: Placed[] = [];
  for (let round = 0; round < scene.rounds; round += 1) results.push(await place(scene));
  const middle = (pick: (result: Placed) => number) => median(results.map(pick));
  const perSecond = middle((result) => result.perSecond);
  return [
    {
      what: 'orders from pending to placed',
      perSecond,
      cpuMs: middle((result) => result.cpuMs),
      p50Ms: middle((result) => result.p50Ms),
      p99Ms: middle((result) => result.p99Ms),
      memoryMb: middle((result) => result.memoryMb),
      ratio: null,
      target: 'at least 300/s',
    },
  ];
}

/** Accepts orders of its own, so that each round has the same to do, and nothing else. */
async function accept({ database, accounts }: Scene): Promise<void> {
  await sql`delete from jobs`.execute(database.db);
  for (let done = 0; done < ordersPerRound; done += batch) {
    const orders = Array.from({ length: batch }, (_, index) =>
      newOrder(existing(accounts[(done + index) % accounts.length]).accountId),
    );
    await acceptOrders(database, orders);
  }
}

async function place(scene: Scene): Promise<Placed> {
  const { db } = scene.database;
  await accept(scene);
  const since = new Date();
  const worker = await startProgram(serviceEntry, serviceEnv(scene, 'worker', shopUrl), null);
  try {
    const open = async () => {
      const { rows } = await sql<{ open: number }>`
        select count(*) as open from jobs where kind = 'orders.place'`.execute(db);
      return existing(rows[0]).open;
    };
    // The start of the process is not what is measured here.
    while ((await open()) === ordersPerRound) await pause(20);
    const pids = [scene.postgres.pid, worker.pid];
    const before = { cpu: cpuMs(pids), open: await open() };
    while ((await open()) > 0) await pause(100);
    const cpuEach = (cpuMs(pids) - before.cpu) / before.open;
    const { rows } = await sql<Omit<Placed, 'memoryMb' | 'cpuMs'>>`
      select count(*) / extract(epoch from max(ended_at) - min(started_at))::float8 as "perSecond",
        1000 * percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at)) as "p50Ms",
        1000 * percentile_cont(0.99) within group (order by extract(epoch from ended_at - started_at)) as "p99Ms"
      from orders where status = 'order_placed' and started_at >= ${since}`.execute(db);
    return { ...existing(rows[0]), cpuMs: cpuEach, memoryMb: worker.memoryMb() };
  } finally {
    await worker.stop();
  }
}
