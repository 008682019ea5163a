import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { findChromium } from '../../src/connectors/browser/chromium.ts';
import { browserFaults, buyAfterFaults, settle } from '../harness/browser-faults.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { operatorEnv, personOn } from '../harness/operator.ts';
import {
  buyer,
  cups,
  type EverShopSessions,
  holdNextOrder,
  password,
  startEverShopSessions,
} from '../harness/stores/evershop-drill.ts';
import { requestFor } from '../harness/stores/request.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { createWorkerProcess } from '../harness/worker-process.ts';

/** How often each fault is tried. */
const runs = Number(process.env.FAULT_RUNS ?? 10);
/** The shop takes eight log-ins in a quarter of an hour; each of these needs a new one. */
const logInsMax = 5;
const call = () => ({ signal: AbortSignal.timeout(280_000) });

/** Runs with a shop of its own, or with several where one shop would not take so many log-ins. */
async function repeat(perShop: number, once: (visits: EverShopSessions, run: number) => Promise<void>): Promise<void> {
  for (let done = 0; done < runs; ) {
    const visits = await startEverShopSessions();
    try {
      for (let here = 0; here < perShop && done < runs; here += 1, done += 1) {
        const startedAt = Date.now();
        await once(visits, done);
        console.log(`run ${done + 1} of ${runs}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
      }
    } finally {
      await visits.stop();
    }
  }
}

describe.skipIf(findChromium() === null)(
  'faults at a real EverShop: one order each time',
  { timeout: 7_200_000 },
  () => {
    for (const fault of browserFaults) {
      it(`${fault}`, () =>
        repeat(runs, async ({ faulty, clock, connect, request: ask, soldUnder }) => {
          const request = ask();
          faulty.plan(fault);
          const outcomes = await buyAfterFaults(connect(), request, clock);
          expect(faulty.hasHappened()).toBe(true);
          expect(['placed', 'found'], outcomes.join(', ')).toContain(outcomes.at(-1));
          expect(await soldUnder(request.reference), outcomes.join(', ')).toBe(1);
        }));
    }

    it('a leftover cart', () =>
      repeat(runs, async ({ admin, account, clock, connect, soldUnder }, run) => {
        const left = requestFor(cups(1 + (run % 3)), { account });
        expect(await connect().prepare!(left, call())).toMatchObject({ kind: 'ready' });
        expect(await admin.cartOf(buyer)).toEqual([{ sku: 'CUP-001-BLK', quantity: 1 + (run % 3) }]);
        const request = requestFor(cups(2), { account });
        // Another process than the one that left it: it knows of nothing.
        expect((await buyAfterFaults(connect(), request, clock)).at(-1)).toBe('placed');
        const sold = (await admin.orders()).filter(({ note }) => note?.includes(request.reference));
        expect(sold.map(({ items }) => items)).toEqual([[{ sku: 'CUP-001-BLK', quantity: 2 }]]);
        expect(await soldUnder(left.reference)).toBe(0);
      }));

    it('the session ends between the final check and the button', () =>
      repeat(logInsMax, async ({ admin, clock, connect, request: ask, soldUnder }) => {
        const connector = connect();
        const request = ask();
        const prepared = await connector.prepare!(request, call());
        if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify(prepared));
        await admin.forgetSessions();
        const outcome = await connector.submit!(prepared.checkout, request, call());
        const isSold =
          outcome.kind === 'placed' ||
          (outcome.kind === 'unknown' && (await settle(connector, request, prepared.checkout, clock)) === 'found');
        if (!isSold) expect(['placed', 'found']).toContain((await buyAfterFaults(connector, request, clock)).at(-1));
        expect(await soldUnder(request.reference), outcome.kind).toBe(1);
      }));

    it('kill -9 of the worker, in turn as the cart is filled and while the store takes the order', async () => {
      const services: Service[] = [];
      try {
        await repeat(runs, async (visits, run) => {
          const service = services[0] ?? (await startService(visits));
          services[0] = service;
          await (run % 2 === 0 ? killAsOrderIsTaken(visits, service) : killAsCartIsFilled(visits, service));
        });
      } finally {
        for (const service of services) await service.stop();
      }
    });
  },
);

/** The service with this shop as a live store, and a worker in a process of its own. */
async function startService({ shop }: EverShopSessions) {
  const env = { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' };
  const system = await startSystem({ env });
  const operator = await personOn(system, await readContract(system));
  const added = await operator.post('/operator/stores', {
    name: 'evershop',
    kind: 'browser',
    url: shop.url,
    credentials: { email: buyer, password },
    consent: { by: 'The merchant', on: '2026-08-21' },
    settings: { recipe: 'evershop' },
    payment: 'cod',
  });
  expect(added.status, added.text).toBe(201);
  const { key } = await system.account('live', 10_000_000);
  const worker = createWorkerProcess(system.databaseUrl, { ...env, DATA_DIR: system.config.dataDir });
  worker.start();
  return {
    system,
    key,
    worker,
    async stop() {
      await worker.kill();
      await system.stop();
    },
  };
}

type Service = Awaited<ReturnType<typeof startService>>;

const orderOf = ({ shop }: EverShopSessions) => ({
  ...orderFor(`${shop.url}/ceramic-coffee-cup-white`, { max_price: 20_000 }),
  products: [
    { url: `${shop.url}/ceramic-coffee-cup-white`, quantity: 2, variant: [{ label: 'Color', value: 'Black' }] },
  ],
});

async function place(visits: EverShopSessions, { system, key }: Service): Promise<string> {
  const made = await system.post('/orders', key, orderOf(visits));
  expect(made.status, made.text).toBe(201);
  return made.body.id as string;
}

/** What the dead worker held is free at once, instead of when its leases run out. */
const freeJobs = (system: TestSystem) =>
  sql`update jobs set locked_until = now() where locked_until > now()`.execute(system.database.db);

async function killAsOrderIsTaken(visits: EverShopSessions, service: Service): Promise<void> {
  const held = await holdNextOrder(visits.shop);
  const id = await place(visits, service);
  await expect.poll(held.waiting, { timeout: 280_000, interval: 100 }).toBe(true);
  await service.worker.kill();
  // The shop writes the order down when nobody is there any more to hear of it.
  await held.letGo();
  await settledOnce(visits, service, id);
}

async function killAsCartIsFilled(visits: EverShopSessions, service: Service): Promise<void> {
  const id = await place(visits, service);
  const filled = async () => (await visits.admin.cartOf(buyer)).length;
  await expect.poll(filled, { timeout: 280_000, interval: 100 }).toBeGreaterThan(0);
  await service.worker.kill();
  await settledOnce(visits, service, id);
}

async function settledOnce(visits: EverShopSessions, { system, key, worker }: Service, id: string): Promise<void> {
  await freeJobs(system);
  worker.start();
  const status = async () => (await system.get(`/orders/${id}`, key)).body.status;
  await expect.poll(status, { timeout: 480_000, interval: 1_000 }).toBe('order_placed');
  expect(await visits.soldUnder(id)).toBe(1);
  expect((await system.get('/wallet', key)).body.held_cents).toBe(0);
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  expect(worker.surprises).toEqual([]);
}
