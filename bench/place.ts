import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { acceptOrders } from '../server/src/domains/orders/orders/sql-accept.ts';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import type { Db } from '../server/src/platform/database/index.ts';
import { cpuMs, vacuumMs } from './cpu.ts';
import { atLeast, atMost, type Goal } from './goals.ts';
import { newOrder } from './new-order.ts';
import { median, type Row, type Scene, serviceEntry, serviceEnv, shopUrl, startProgram } from './scene.ts';

const batch = 50;

interface Placed {
  perSecond: number;
  cpuMs: number;
  deliveredCpuMs: number;
  /** All CPU from pending to delivered, without autovacuum. */
  wholeCpuMs: number;
  vacuumCpuMs: number;
  /** WAL bytes per order from acceptance to delivery. */
  walBytes: number;
  p50Ms: number;
  p99Ms: number;
  memoryMb: number;
}

interface Case {
  what: string;
  workers: number;
  accounts: number;
  goalsOf(row: Required<Pick<Row, 'perSecond' | 'cpuMs'>> & { ratio: number }): Goal[];
}

const cases: Case[] = [
  {
    what: 'orders from pending to placed',
    workers: 1,
    accounts: Number.POSITIVE_INFINITY,
    goalsOf: ({ perSecond, cpuMs }) => [atLeast(perSecond, 1800, ' a second'), atMost(cpuMs, 1, ' ms of CPU')],
  },
  {
    what: 'the same with two workers',
    workers: 2,
    accounts: Number.POSITIVE_INFINITY,
    goalsOf: ({ ratio }) => [atMost(ratio, 1.1, ' of the CPU with one')],
  },
  {
    what: 'the same for one account',
    workers: 1,
    accounts: 1,
    goalsOf: ({ ratio }) => [atMost(ratio, 1.05, ' of the CPU with many')],
  },
];

/** Orders from pending to placed and on to delivered. Simulated stores respond at once. */
export async function measurePlacing(scene: Scene): Promise<Row[]> {
  const results = new Map<Case, Placed[]>(cases.map((one) => [one, []]));
  // Not counted: statistics of empty tables lead to other plans.
  await place(scene, assertDefined(cases[0]));
  for (let round = 0; round < scene.rounds; round += 1) {
    // Rotate: tables grow meanwhile.
    const turns = [...cases.slice(round % cases.length), ...cases.slice(0, round % cases.length)];
    for (const one of turns) assertDefined(results.get(one)).push(await place(scene, one));
  }
  const [first] = cases;
  const plain = assertDefined(results.get(assertDefined(first)));
  const rows = cases.map((one): Row => {
    const own = assertDefined(results.get(one));
    const middle = (pick: (result: Placed) => number) => median(own.map(pick));
    const numbers = { perSecond: middle((result) => result.perSecond), cpuMs: middle((result) => result.cpuMs) };
    const ratio = median(own.map((result, round) => result.wholeCpuMs / assertDefined(plain[round]).wholeCpuMs));
    return {
      what: one.what,
      ...numbers,
      p50Ms: middle((result) => result.p50Ms),
      p99Ms: middle((result) => result.p99Ms),
      memoryMb: middle((result) => result.memoryMb),
      ...(one === first ? {} : { ratio }),
      goals: one.goalsOf({ ...numbers, ratio }),
    };
  });
  const delivered = median(plain.map((result) => result.deliveredCpuMs));
  const all = [...results.values()].flat();
  const wal = median(plain.map((result) => result.walBytes)) / 1024;
  return [
    ...rows,
    {
      what: `write-ahead log of an order until it is delivered: ${wal.toFixed(1)} kB`,
      goals: [atMost(wal, 16, ' kB')],
    },
    {
      what: 'orders from placed to delivered, with their events',
      cpuMs: delivered,
      goals: [atMost(delivered, 4, ' ms of CPU')],
    },
    { what: 'of all that, autovacuum (in no ratio)', cpuMs: median(all.map((result) => result.vacuumCpuMs)) },
  ];
}

/** Warm-up orders per worker: a process spends its first second compiling. */
const warmUpMax = 1_000;

async function accept({ database, accounts }: Scene, accountsMost: number, wanted: number): Promise<void> {
  const used = accounts.slice(0, Math.min(accounts.length, accountsMost));
  for (let done = 0; done < wanted; done += batch) {
    const orders = Array.from({ length: batch }, (_, index) =>
      newOrder(assertDefined(used[(done + index) % used.length]).accountId),
    );
    await acceptOrders(database, orders);
  }
}

async function walPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (pg_current_wal_lsn() - '0/0')::float8 as bytes`.execute(db);
  return assertDefined(rows[0]).bytes;
}

/** Waits until no job of an order is due and the workers are idle. */
async function untilIdle(db: Db, pids: number[]): Promise<void> {
  const isDue = async () => {
    const { rows } = await sql<{ due: boolean }>`
      select exists (select from jobs where kind in ('orders.place', 'events', 'tracking.follow')
        and run_at < now() + interval '30 minutes') as due`.execute(db);
    return assertDefined(rows[0]).due;
  };
  for (let before = 0, now = cpuMs(pids); now - before > 50 || now < 500 || (await isDue()); now = cpuMs(pids)) {
    before = now;
    await pause(500);
  }
}

async function place(scene: Scene, { workers: count, accounts }: Case): Promise<Placed> {
  const { db } = scene.database;
  let walBytes = 0;
  const countWal = async (work: () => Promise<void>) => {
    const before = await walPosition(db);
    await work();
    walBytes += (await walPosition(db)) - before;
  };
  // Each round has its own orders and no leftover jobs.
  await sql`delete from jobs`.execute(db);
  await sql`vacuum (analyze)`.execute(db);
  await countWal(() => accept(scene, accounts, scene.orders));
  // Postponing them until the workers are warm is not part of an order's log.
  await sql`update jobs set run_at = now() + interval '1 hour'`.execute(db);
  const warmUp = count * Math.min(warmUpMax, scene.orders);
  await countWal(() => accept(scene, accounts, warmUp));
  const env = serviceEnv(scene, 'worker', shopUrl);
  const workers = await Promise.all(Array.from({ length: count }, () => startProgram(serviceEntry, env, null)));
  try {
    // Their start is not measured, and two are not ready at the same time.
    await countWal(() =>
      untilIdle(
        db,
        workers.map(({ pid }) => pid),
      ),
    );
    const since = new Date();
    await sql`update jobs set run_at = now()`.execute(db);
    const open = async (...kinds: string[]) => {
      const { rows } = await sql<{ open: number }>`
        select count(*) as open from jobs where kind = any (${kinds})`.execute(db);
      return assertDefined(rows[0]).open;
    };
    // Counting all would add milliseconds to PostgreSQL's CPU.
    const isAny = async (...kinds: string[]) => {
      const { rows } = await sql<{ any: boolean }>`
        select exists (select from jobs where kind = any (${kinds}) and dead_at is null) as any`.execute(db);
      return assertDefined(rows[0]).any;
    };
    const walBefore = await walPosition(db);
    while ((await open('orders.place')) === scene.orders) await pause(20);
    const pids = [scene.postgres.pid, ...workers.map(({ pid }) => pid)];
    const before = { cpu: cpuMs(pids), vacuum: vacuumMs(scene.postgres.pid), open: await open('orders.place') };
    while (await isAny('orders.place')) await pause(100);
    const placedAt = cpuMs(pids);
    // Some of this ran meanwhile and counts as placing.
    while (await isAny('events', 'tracking.follow')) await pause(200);
    const endedAt = cpuMs(pids);
    walBytes += (await walPosition(db)) - walBefore;
    const vacuumed = vacuumMs(scene.postgres.pid) - before.vacuum;
    const { rows } = await sql<Pick<Placed, 'perSecond' | 'p50Ms' | 'p99Ms'>>`
      select count(*) / extract(epoch from max(ended_at) - min(started_at))::float8 as "perSecond",
        1000 * percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at)) as "p50Ms",
        1000 * percentile_cont(0.99) within group (order by extract(epoch from ended_at - started_at)) as "p99Ms"
      from orders where status = 'order_placed' and started_at >= ${since}`.execute(db);
    return {
      ...assertDefined(rows[0]),
      cpuMs: (placedAt - before.cpu) / before.open,
      deliveredCpuMs: (endedAt - placedAt) / scene.orders,
      wholeCpuMs: (endedAt - before.cpu - vacuumed) / scene.orders,
      vacuumCpuMs: vacuumed / scene.orders,
      walBytes: walBytes / (scene.orders + warmUp),
      memoryMb: Math.max(...workers.map((worker) => worker.memoryMb())),
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}
